import { useMemo } from 'react'

import { trpc, type RouterInputs } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { exitDay, isCompleted } from '#shared/kayit/rules.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import type { StatusAnswer } from '#shared/kayit/status.ts'

import { importMenus } from './import-menus.ts'

export const STATUS_FAILED = 'Durum değiştirilemedi. Lütfen tekrar deneyin.'

/** Fields of a row that a change of status needs. */
type Row = Pick<KayitListItem, 'kayit_id' | 'version' | 'durum' | 'cikis_tarihi'>
type SentRows = RouterInputs['kayit']['setStatus']['kayitlar']

interface Deps {
  utils: ReturnType<typeof trpc.useUtils>
  send: (input: RouterInputs['kayit']['setStatus']) => Promise<StatusAnswer>
  /** Input of the list query. */
  shown: RouterInputs['kayit']['list']
}

/**
 * Changes the status of rows of the shown page, all or none. The rows show it at once, and return to the old one when
 * the server refuses; 'Geri al' restores status and exit date.
 */
export function useSetStatus(shown: RouterInputs['kayit']['list']) {
  const utils = trpc.useUtils()
  const { mutateAsync: send } = trpc.kayit.setStatus.useMutation()
  return useMemo(() => statusChange({ utils, send, shown }), [utils, send, shown])
}

function statusChange({ utils, send, shown }: Deps) {
  const show = (rows: readonly Row[]) =>
    utils.kayit.list.setData(shown, (page) => page && { ...page, items: withStatus(page.items, rows) })

  /** Number of changes without an answer yet; they are sent one after the other. */
  let unanswered = 0
  let last: Promise<unknown> = Promise.resolve()
  /** Versions that this page's own changes have made: the next change of the same row builds on them. */
  const versions = new Map<number, number>()

  const sendInTurn = (kayitlar: () => SentRows): Promise<StatusAnswer> => {
    const turn = last.then(() => send({ kayitlar: kayitlar(), key: randomKey() }))
    last = turn.catch(() => {})
    return turn
  }

  /** Stores the rows that `kayitlar` returns; the list shows `expected` until the server has answered. */
  const saveRows = async (
    rows: readonly Row[],
    { kayitlar, expected }: { kayitlar: () => SentRows; expected: readonly Row[] },
  ): Promise<readonly Row[] | null> => {
    unanswered += 1
    await utils.kayit.list.cancel(shown)
    show(expected)
    try {
      const answer = await sendInTurn(kayitlar)
      for (const { kayit_id, version } of answer.kayitlar) versions.set(kayit_id, version)
      // With further changes on their way the rows already show a later one.
      if (unanswered === 1) show(answer.kayitlar)
      return answer.kayitlar
    } catch (error) {
      show(rows)
      toast.error(errorMessage(error, STATUS_FAILED, STATUS_FAILED))
      return null
    } finally {
      unanswered -= 1
      if (unanswered === 0) {
        void utils.kayit.invalidate()
        void utils.stats.invalidate()
        void utils.payment.invalidate()
      }
    }
  }

  const restore = async (before: readonly Row[], stored: readonly Row[]) => {
    const made = new Map(stored.map(({ kayit_id, version }) => [kayit_id, version]))
    const expected = before.map((row) => ({ ...row, version: made.get(row.kayit_id) ?? row.version }))
    const kayitlar = expected.map(({ kayit_id, version, durum, cikis_tarihi }) => ({
      kayit_id,
      version,
      durum,
      cikis_tarihi,
    }))
    if ((await saveRows(stored, { kayitlar: () => kayitlar, expected })) !== null)
      toast.success('Durum geri alındı.')
  }

  return async (rows: readonly Row[], durum: string): Promise<void> => {
    const before = rows.filter((row) => row.durum !== durum)
    if (before.length === 0) return toast.info('Seçilenler zaten bu durumda.')
    const today = todayInIstanbul(new Date())
    const expected = before.map((row) => ({
      ...row,
      durum,
      cikis_tarihi: exitDay(durum, row.cikis_tarihi, today),
    }))
    // The exit date is not sent, because the server fills it in on its own calendar.
    const kayitlar = () =>
      before.map(({ kayit_id, version }) => ({
        kayit_id,
        version: Math.max(version, versions.get(kayit_id) ?? 0),
        durum,
      }))
    const stored = await saveRows(before, { kayitlar, expected })
    if (stored === null) return
    toast.undo('Durum değiştirildi.', () => void restore(before, stored))
    const [first] = stored
    if (stored.length === 1 && first && isCompleted(first))
      void importMenus().then((code) => code.offerNextService(first.kayit_id, true))
  }
}

function withStatus(items: KayitListItem[], rows: readonly Row[]): KayitListItem[] {
  const changed = new Map(rows.map((row) => [row.kayit_id, row]))
  return items.map((item) => {
    const { version, durum, cikis_tarihi } = changed.get(item.kayit_id) ?? item
    return { ...item, version, durum, cikis_tarihi }
  })
}
