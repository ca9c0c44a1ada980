import type { Kurus } from '#shared/money.ts'
import { foldName, orderTr } from '#shared/turkish.ts'

/** The list of a shop that has not changed it. */
export const PROPOSED_CATEGORIES: readonly string[] = [
  'Kira',
  'Maaş',
  'Parça ve malzeme',
  'Fatura',
  'Vergi',
  'Yemek',
  'Yakıt',
  'Diğer',
]

export const MAX_CATEGORIES = 20
export const MAX_CATEGORY_LENGTH = 30

export const categoryMessages = {
  nameRequired: 'Kategorinin adı boş olamaz.',
  nameRepeated: 'Aynı adda iki kategori olamaz.',
  tooMany: `En fazla ${MAX_CATEGORIES} kategori olabilir.`,
  listChanged: 'Kategoriler başka bir yerde değiştirildi. Sayfayı yenileyip tekrar deneyin.',
  notListed: 'Bu kategori artık listede yok. Başka birini seçin.',
} as const

/** Returns a shop's categories from its stored JSON; `null` is the proposed list. */
export const readCategories = (stored: string | null): readonly string[] =>
  stored === null ? PROPOSED_CATEGORIES : (JSON.parse(stored) as string[])

/** A category of the new list; `before` is its former name, '' for a new one. */
type EditedCategory = { name: string; before: string }

/** Returns why the list cannot be stored, with the index of the entry; `null` if it can. */
export function categoryProblem(
  edited: readonly EditedCategory[],
): { index: number; message: string } | null {
  const seen = new Set<string>()
  for (const [index, { name }] of edited.entries()) {
    if (name === '') return { index, message: categoryMessages.nameRequired }
    if (seen.has(foldName(name))) return { index, message: categoryMessages.nameRepeated }
    seen.add(foldName(name))
  }
  return edited.length > MAX_CATEGORIES ? { index: MAX_CATEGORIES, message: categoryMessages.tooMany } : null
}

/** Returns the former and the new names of renamed categories. A removed category renames nothing. */
export const renamesIn = (edited: readonly EditedCategory[]): [before: string, name: string][] =>
  edited.flatMap(({ name, before }) => (before === '' || before === name ? [] : [[before, name]]))

/** The expenses of a category; '' has those without one. */
export type CategorySum = { category: string; count: number; amount_kurus: Kurus }

/** Returns the sums in the order of the chart: the largest first, those without a category last. */
export const sortCategorySums = (sums: readonly CategorySum[]): CategorySum[] =>
  sums.toSorted(
    (a, b) =>
      Number(a.category === '') - Number(b.category === '') ||
      b.amount_kurus - a.amount_kurus ||
      orderTr(a.category, b.category),
  )

/** Returns the number and the sum (kuruş) of a list's expenses; `category` is its filter, `undefined` for none. */
export function totalOf(sums: readonly CategorySum[], category: string | undefined) {
  const own = sums.filter((sum) => category === undefined || sum.category === category)
  return {
    total: own.reduce((all, { count }) => all + count, 0),
    toplam_kurus: own.reduce((all, { amount_kurus }) => all + amount_kurus, 0),
  }
}
