import { Link, useLocation } from '@tanstack/react-router'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId } from 'react'
import { groups } from 'virtual:guide-contents'
import { topics } from 'virtual:guide-text'

import { PageHeader } from '#client/components/page-header.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'

import { GuideBlocks } from './guide-blocks.tsx'
import type { GuideTopic } from './guide.ts'

const TITLE = 'Kullanım kılavuzu'

/** Shows a topic of the user's guide, with the other topics beside it. */
export function GuidePage({ slug }: { slug: string }) {
  const topic = topics.find((one) => one.slug === slug)
  return (
    <>
      <PageHeader title={TITLE} about={topic?.title ?? ''}>
        <Button asChild variant="outline">
          <Link to="/feedbacks">
            <ArrowLeft aria-hidden />
            Destek’e dön
          </Link>
        </Button>
      </PageHeader>
      {topic === undefined && (
        <Alert className="mb-4">
          <p>Kılavuzda böyle bir konu yok.</p>
          <p className="text-sm">Adresi yanlış olabilir. Aşağıdan bir konu seçin.</p>
        </Alert>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {topic !== undefined && <Topic topic={topic} />}
        <Contents />
      </div>
    </>
  )
}

function Topic({ topic: { slug, sections } }: { topic: GuideTopic }) {
  const hash = useLocation({ select: (location) => location.hash })
  // The router scrolls to the section; a screen reader continues where the focus is.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.querySelector('h2')?.focus({ preventScroll: true })
  }, [hash])
  return (
    <div className="grid min-w-0 gap-4">
      <Card className="grid gap-8">
        {sections.map(({ id, title, blocks }) => (
          <section key={id} {...(id !== '' && { id })} className="grid gap-3">
            {title !== '' && (
              <h2 tabIndex={-1} className="text-xl font-semibold outline-none">
                {title}
              </h2>
            )}
            <GuideBlocks blocks={blocks} />
          </section>
        ))}
      </Card>
      <Neighbours slug={slug} />
    </div>
  )
}

/** Leads to the topics before and after this one. */
function Neighbours({ slug }: { slug: string }) {
  const index = topics.findIndex((topic) => topic.slug === slug)
  const [before, after] = [topics[index - 1], topics[index + 1]]
  return (
    <nav aria-label="Komşu konular" data-print="hide" className="flex flex-wrap justify-between gap-2">
      {before !== undefined && (
        <Button asChild variant="ghost">
          <Link to="/feedbacks/$id" params={{ id: before.slug }}>
            <ChevronLeft aria-hidden />
            {before.title}
          </Link>
        </Button>
      )}
      {after !== undefined && (
        <Button asChild variant="ghost" className="ml-auto">
          <Link to="/feedbacks/$id" params={{ id: after.slug }}>
            {after.title}
            <ChevronRight aria-hidden />
          </Link>
        </Button>
      )}
    </nav>
  )
}

function Contents() {
  const id = useId()
  return (
    <nav
      aria-labelledby={id}
      data-print="hide"
      className="rounded-lg border border-border bg-card p-4 shadow-sm"
    >
      <h2 id={id} className="mb-2 font-semibold">
        Konular
      </h2>
      <ul>
        {groups
          .flatMap(({ entries }) => entries)
          .map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to="/feedbacks/$id"
                params={{ id: slug }}
                className="flex min-h-11 items-center rounded-md px-2 text-sm hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:font-medium aria-[current=page]:text-primary-ink md:min-h-9"
              >
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
