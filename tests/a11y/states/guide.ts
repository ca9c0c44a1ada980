import type { State } from './state.ts'

const TOPIC = { route: '/feedbacks/$id' } as const

export const GUIDE: State[] = [
  {
    ...TOPIC,
    name: 'topic of the guide',
    path: 'feedbacks/ilk-gun#logo',
    reach: ({ page }) => page.getByRole('heading', { name: 'Logo', exact: true }).waitFor(),
  },
  {
    ...TOPIC,
    name: 'unknown topic',
    path: 'feedbacks/yok',
    reach: ({ page }) => page.getByText('Kılavuzda böyle bir konu yok.').waitFor(),
  },
]
