import { describe, expect, test } from 'vitest'

import { faqEntries, searchFaq } from '#client/features/feedback/faq.ts'

const entries = faqEntries('yardim@ornek.test')
const found = (query: string) => searchFaq(entries, query).map(({ question }) => question)

describe('the questions', () => {
  test('there are seven questions, which name the VAT and the address of the installation', () => {
    expect(entries).toHaveLength(7)
    const answers = entries.flatMap(({ answer }) => answer).join(' ')
    expect(answers).toContain('Varsayılan KDV oranı %20')
    expect(answers).toContain('yardim@ornek.test')
    // These are names of controls on the screens.
    for (const label of [
      'KDV dahil',
      'Varsayılan fiyat girişi',
      'Kaydet ve KDV’li PDF',
      'Özel not',
      'Geri al',
      'Çöp kutusu',
      'Geri getir',
      'Her yerde ara',
    ])
      expect(answers).toContain(`“${label}”`)
    expect(faqEntries(undefined)).toHaveLength(7)
    expect(JSON.stringify(faqEntries(undefined))).not.toMatch(/@|undefined|[{]email/)
  })
})

test('support is asked only in the question about support', () => {
  const others = entries.slice(0, -1).flatMap(({ answer }) => answer)
  expect(others.join(' ')).not.toMatch(/destek ekibi/i)
})

describe('the search of questions', () => {
  test('an empty search finds all questions', () => {
    expect(found('  ')).toHaveLength(7)
    expect(searchFaq(entries, '').some(({ isAnswerHit }) => isAnswerHit)).toBe(false)
  })

  test('the search follows Turkish rules', () => {
    expect(found('ÇIKIŞ TARİHİ')).toEqual(['Çıkış tarihi boş kalırsa ne olur?'])
    expect(found('cikis')).toEqual([])
    expect(found('ÇİKİŞ')).toEqual([])
  })

  test('the search covers the answers and reports which ones have a hit', () => {
    expect(searchFaq(entries, 'yardim@ornek')).toMatchObject([
      { question: 'Destek ekibine nasıl ulaşırım?', isAnswerHit: true },
    ])
    const [first] = searchFaq(entries, 'değiştirilebilir mi')
    expect(first).toMatchObject({ question: 'KDV oranı kaç ve değiştirilebilir mi?', isAnswerHit: false })
  })

  test('special characters are searched literally', () => {
    expect(found('%20')).not.toEqual([])
    expect(found('%')).not.toHaveLength(7)
    expect(found('.*')).toEqual([])
  })
})
