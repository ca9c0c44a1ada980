import { describe, expect, test } from 'vitest'

import { compileContents, compileTopic } from '#scripts/compile-guide.ts'

const compile = (markdown: string) => compileTopic('konu', `# Konu\n\n${markdown}`)
const blocksOf = (markdown: string) => compile(markdown).sections[0]?.blocks

describe('a topic', () => {
  test('headings divide it into sections with addresses in ASCII', () => {
    const { title, sections } = compile('Giriş.\n\n## KDV dahil mi, hariç mi?\n\nMetin.')
    expect(title).toBe('Konu')
    expect(sections).toEqual([
      { id: '', title: '', blocks: [{ kind: 'paragraph', line: ['Giriş.'] }] },
      {
        id: 'kdv-dahil-mi-haric-mi',
        title: 'KDV dahil mi, hariç mi?',
        blocks: [{ kind: 'paragraph', line: ['Metin.'] }],
      },
    ])
  })

  test('lists, strong text, links and pictures are compiled', () => {
    expect(blocksOf('1. Bir **iki**\n2. [Üç](uc.md) & dört\n\n- beş\n\n![Pencere](resim/a.webp)')).toEqual([
      {
        kind: 'list',
        isOrdered: true,
        items: [
          ['Bir ', { strong: 'iki' }],
          [{ topic: 'uc', text: 'Üç' }, ' & dört'],
        ],
      },
      { kind: 'list', isOrdered: false, items: [['beş']] },
      { kind: 'picture', name: 'a.webp', alt: 'Pencere' },
    ])
  })

  test.each([
    ['<b>HTML</b>', 'Unknown html'],
    ['### Alt başlık', 'only headings with ##'],
    ['> Alıntı', 'unknown blockquote'],
    ['`kod`', 'Unknown codespan'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'unknown table'],
    ['Metin ve ![resim](resim/a.webp)', 'Unknown image'],
    ['[Dışarı](https://example.com)', 'No topic of the guide'],
    ['[Başka belge](../kurulum.md)', 'No topic of the guide'],
    ['- bir\n  - iki', 'Unknown list'],
    ['**[Bağlantı](bir.md)**', 'Only text'],
  ])('anything that the panel does not show is refused: %j', (markdown, message) => {
    expect(() => compile(markdown)).toThrow(message)
  })

  test('a topic begins with its title', () => {
    expect(() => compileTopic('konu', 'Giriş.')).toThrow('konu: does not begin with its title')
  })
})

test('the table of contents has groups of topics with words about them', () => {
  expect(
    compileContents('# Kılavuz\n\nGiriş.\n\n## Her gün\n\n- [İlk gün](ilk-gun.md): giriş, logo\n'),
  ).toEqual([{ title: 'Her gün', entries: [{ slug: 'ilk-gun', title: 'İlk gün', about: 'giriş, logo' }] }])
})
