import { describe, expect, test } from 'vitest'

import { type GuideTopic, searchGuide } from '#client/features/feedback/guide.ts'

const LONG = `Uzun bir satır. ${'Sonra da ağır ağır ilerler. '.repeat(6)}Sonunda ışık yanar ve ${'devam eder. '.repeat(12)}`

const TOPICS: GuideTopic[] = [
  {
    slug: 'bir',
    title: 'Birinci konu',
    sections: [
      { id: '', title: '', blocks: [{ kind: 'paragraph', line: ['Giriş ', { strong: 'satırı' }] }] },
      {
        id: 'isik',
        title: 'Işık',
        blocks: [
          {
            kind: 'list',
            isOrdered: true,
            items: [['İlk adım'], ['Bkz. ', { topic: 'iki', text: 'ikinci' }]],
          },
        ],
      },
    ],
  },
  {
    slug: 'iki',
    title: 'İkinci konu',
    sections: [
      { id: '', title: '', blocks: [{ kind: 'picture', name: 'a.webp', alt: 'Bir pencere' }] },
      { id: 'uzun', title: 'Uzun', blocks: [{ kind: 'paragraph', line: [LONG] }] },
    ],
  },
]
const found = (query: string) => searchGuide(TOPICS, query).map(({ slug, id }) => `${slug}#${id}`)

describe('the search of the guide', () => {
  test('an empty search finds nothing', () => {
    expect(found('')).toEqual([])
    expect(found('  ')).toEqual([])
  })

  test('the search follows Turkish rules, and a hit in a title comes first', () => {
    expect(found('IŞIK')).toEqual(['bir#isik', 'iki#uzun'])
    expect(found('isik')).toEqual([])
    expect(found('İLK ADIM')).toEqual(['bir#isik'])
  })

  test('a hit may span strong text, and be in a link or in the description of a picture', () => {
    expect(found('giriş satırı')).toEqual(['bir#'])
    expect(found('bkz. ikinci')).toEqual(['bir#isik'])
    expect(found('pencere')).toEqual(['iki#'])
  })

  test('the beginning of a topic has the title of the topic', () => {
    expect(searchGuide(TOPICS, 'ikinci konu')).toEqual([
      { slug: 'iki', topic: 'İkinci konu', id: '', title: 'İkinci konu', excerpt: '' },
    ])
  })

  test('a long line is cut at spaces around the hit', () => {
    const [hit] = searchGuide(TOPICS, 'ışık yanar')
    expect(hit?.excerpt).toMatch(/^… \S.*ışık yanar.*\S …$/)
    expect(hit?.excerpt.length).toBeLessThan(160)
  })
})
