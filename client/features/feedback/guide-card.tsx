import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { groups } from 'virtual:guide-contents'

import { CodeLoadError } from '#client/components/code-load-error.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'

import type { GuideGroup, GuideHit } from './guide.ts'
import type { GuideHits } from './use-guide-hits.ts'

interface GuideCardProps extends GuideHits {
  query: string
}

const LINK = 'flex min-h-12 items-center justify-between gap-4 py-2 outline-offset-[-2px] hover:bg-sunken'

/** Lists the topics of the user's guide, or the sections that a search finds. */
export function GuideCard({ query, hits, isFailed }: GuideCardProps) {
  const id = useId()
  const isSearched = query.trim() !== ''
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <div className="grid gap-1">
          <CardTitle id={id}>Kullanım kılavuzu</CardTitle>
          {!isSearched && <CardDescription>Her iş için adım adım anlatım, resimlerle.</CardDescription>}
        </div>
        <output className="text-sm text-muted-foreground">
          {isSearched && hits !== undefined && hits.length > 0 && `${hits.length} bölüm`}
        </output>
      </CardHeader>
      {!isSearched && groups.map((group) => <Group key={group.title} group={group} />)}
      {isSearched && isFailed && <CodeLoadError />}
      {isSearched && hits?.length === 0 && (
        <p className="text-muted-foreground">Kılavuzda bu sözcük geçmiyor.</p>
      )}
      {isSearched && hits !== undefined && (
        <ul>
          {hits.map((hit) => (
            <Hit key={`${hit.slug}#${hit.id}`} hit={hit} query={query} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Group({ group: { title, entries } }: { group: GuideGroup }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="not-first:mt-4">
      <h3 id={id} className="pb-1 text-sm font-medium text-muted-foreground">
        {title}
      </h3>
      <ul>
        {entries.map(({ slug, title: topic, about }) => (
          <li key={slug} className="border-t border-border">
            <Link to="/feedbacks/$id" params={{ id: slug }} className={LINK}>
              <span className="grid">
                <span className="font-medium">{topic}</span>
                <span className="text-sm text-muted-foreground">{about}</span>
              </span>
              <ChevronRight aria-hidden className="shrink-0 text-muted-foreground" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hit({ hit, query }: { hit: GuideHit; query: string }) {
  const { slug, topic, id, title, excerpt } = hit
  return (
    <li className="border-t border-border">
      <Link to="/feedbacks/$id" params={{ id: slug }} hash={id} className={LINK}>
        <span className="grid">
          <span className="font-medium">
            <Highlight text={title} query={query} />
          </span>
          {topic !== title && <span className="text-sm text-muted-foreground">{topic}</span>}
          {excerpt !== '' && (
            <span className="text-sm wrap-anywhere">
              <Highlight text={excerpt} query={query} />
            </span>
          )}
        </span>
        <ChevronRight aria-hidden className="shrink-0 text-muted-foreground" />
      </Link>
    </li>
  )
}
