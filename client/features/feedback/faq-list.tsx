import { ChevronDown } from 'lucide-react'
import { useId } from 'react'

import { Highlight } from '#client/components/highlight.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

import { faqEntries, type FoundEntry, searchFaq } from './faq.ts'

interface FaqListProps {
  /** Address for support; `undefined` until it is loaded. */
  supportEmail: string | undefined
  query: string
  /** Whether the guide below has hits. */
  isInGuide: boolean
  onSearch: (query: string) => void
}

/** Lists the most frequent questions, folded; a search opens the answers with hits. */
export function FaqList({ supportEmail, query, isInGuide, onSearch }: FaqListProps) {
  const id = useId()
  const found = searchFaq(faqEntries(supportEmail), query)
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Sık sorulan sorular</CardTitle>
        <output className="text-sm text-muted-foreground">
          {query.trim() !== '' && found.length > 0 && `${found.length} sonuç`}
        </output>
      </CardHeader>
      <SearchInput
        className="mb-4"
        placeholder="Sorularda ve kılavuzda ara"
        maxLength={MAX_NAME_LENGTH}
        delay={100}
        value={query}
        onSearch={onSearch}
      />
      {found.map((entry) => (
        <Entry key={entry.question} entry={entry} query={query} supportEmail={supportEmail} />
      ))}
      {found.length === 0 && isInGuide && (
        <output className="text-muted-foreground">Sorularda bulunamadı; kılavuzdaki bölümler aşağıda.</output>
      )}
      {found.length === 0 && !isInGuide && (
        <EmptyState title="Sonuç bulunamadı." hint="Başka bir sözcük deneyin veya formdan bize yazın.">
          <Button variant="outline" className="mt-2" onClick={() => onSearch('')}>
            Aramayı temizle
          </Button>
        </EmptyState>
      )}
    </Card>
  )
}

interface EntryProps {
  entry: FoundEntry
  query: string
  supportEmail: string | undefined
}

/** Folds an answer with the browser's own element, because its find-in-page then opens a closed answer too. */
function Entry({ entry, query, supportEmail }: EntryProps) {
  return (
    <details open={entry.isAnswerHit} className="group border-t border-border">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-md py-2 font-medium hover:text-primary [&::-webkit-details-marker]:hidden">
        <span>
          <Highlight text={entry.question} query={query} />
        </span>
        <ChevronDown
          aria-hidden
          className="text-muted-foreground transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="grid max-w-prose gap-2 pb-4">
        {entry.answer.map((text) => (
          <Paragraph key={text} text={text} query={query} supportEmail={supportEmail} />
        ))}
      </div>
    </details>
  )
}

/** Shows a paragraph with the support address as a link. */
function Paragraph({ text, query, supportEmail }: { text: string } & Omit<EntryProps, 'entry'>) {
  const [before = '', after] = supportEmail === undefined ? [text] : text.split(supportEmail)
  return (
    <p className="wrap-anywhere">
      <Highlight text={before} query={query} />
      {supportEmail !== undefined && after !== undefined && (
        <>
          <a
            href={`mailto:${supportEmail}`}
            className="text-primary underline underline-offset-4 hover:text-primary-hover"
          >
            <Highlight text={supportEmail} query={query} />
          </a>
          <Highlight text={after} query={query} />
        </>
      )}
    </p>
  )
}
