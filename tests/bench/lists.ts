import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { listKayit } from '#server/kayit/operations.ts'
import { type Day, monthOf, previousMonth } from '#shared/date.ts'
import { KAYIT_SORTS, kayitListInput } from '#shared/kayit/schema.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import { type TestUser, userCtx } from '#tests/support/rows/factories.ts'

import { type OperationFigures, inTurns } from './in-turns.ts'

type View = z.input<typeof kayitListInput>

const SEARCHES = ['a', '3', 'er', 'wj', '34', 'yıl', 'yıldırım', 'yıldırım ahmet', '34 a', '0532', 'yildirim']

function viewsOf(today: Day): Record<string, View> {
  const month = previousMonth(monthOf(today))
  const sorts = KAYIT_SORTS.flatMap((sort) =>
    (['asc', 'desc'] as const).map((dir) => [`by ${sort}, ${dir}`, { sort, dir }] as const),
  )
  return {
    ...Object.fromEntries(sorts),
    'page 40 of 20': { page: 40 },
    'a month': month,
    'a year': { year: month.year },
    'a year by name': { year: month.year, sort: 'musteri_adi_soyadi' },
    'a status': { durum: DURUM_TAMAM },
    'open jobs': { open: true },
    ...Object.fromEntries(SEARCHES.map((q) => [`search '${q}'`, { q }])),
    "search 'er' by plate": { q: 'er', sort: 'plaka' },
    "search 'a' of a month": { q: 'a', ...month },
  }
}

/** Measures the views of the list of records, and its last page, for shops that `seedRecords` has filled. */
export async function benchLists(
  db: Kysely<DB>,
  options: { users: TestUser[]; today: Day; rounds: number },
): Promise<OperationFigures[]> {
  const { users, today, rounds } = options
  const shops = users.map((user) => userCtx(db, user, { now: new Date(`${today}T09:00:00Z`) }))
  const figures: OperationFigures[] = []
  for (const [view, input] of Object.entries(viewsOf(today)))
    figures.push({ view, shops: await inTurns(shops, rounds, (ctx) => list(ctx, input)) })
  const last = new Map<UserCtx, number>()
  for (const ctx of shops) last.set(ctx, Math.ceil((await list(ctx, {})).total / 20))
  const lastPage = (ctx: UserCtx) => list(ctx, { page: last.get(ctx) ?? 1 })
  figures.push({ view: 'the last page', shops: await inTurns(shops, rounds, lastPage) })
  const middle = (ctx: UserCtx) => list(ctx, { page: Math.ceil((last.get(ctx) ?? 1) / 2), sort: 'plaka' })
  figures.push({ view: 'the middle page by plate', shops: await inTurns(shops, rounds, middle) })
  return figures
}

const list = (ctx: UserCtx, view: View) => listKayit(ctx, kayitListInput.parse(view))
