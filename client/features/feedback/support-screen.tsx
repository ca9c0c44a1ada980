import { getRouteApi } from '@tanstack/react-router'

import { PageHeader } from '#client/components/page-header.tsx'
import { trpc } from '#client/lib/api.ts'

import { AboutPanel } from './about-panel.tsx'
import { FaqList } from './faq-list.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { GuideCard } from './guide-card.tsx'
import { parseSupportSearch } from './support-search.ts'
import { Tips } from './tips.tsx'
import { useGuideHits } from './use-guide-hits.ts'

const route = getRouteApi('/_app/feedbacks')

/**
 * Shows help (specification §2): frequent questions and a feedback form, with the user's guide, tips and the notice
 * below.
 */
export function SupportScreen() {
  const { q = '' } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  // The form works without the address, so a failed load is not reported.
  const { data: support } = trpc.feedback.support.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  const guide = useGuideHits(q)
  return (
    <>
      <PageHeader title="Destek" />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-4">
          <FaqList
            supportEmail={support?.email}
            query={q}
            isInGuide={guide.hits !== undefined && guide.hits.length > 0}
            onSearch={(query) =>
              void navigate({ search: parseSupportSearch({ q: query }), replace: true, resetScroll: false })
            }
          />
          <GuideCard query={q} {...guide} />
        </div>
        <div className="grid min-w-0 gap-4">
          <FeedbackForm />
          <Tips />
        </div>
      </div>
      <AboutPanel />
    </>
  )
}
