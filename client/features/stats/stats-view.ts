import { addDays, type DayRange, firstOfMonth } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import { nameOfDays, nameOfMonth } from '#shared/stats/period-name.ts'
import type { ComparedStats, PeriodFigures } from '#shared/stats/schema.ts'

import { dailyFigures, type DayFigures } from './daily-figures.ts'

/** Income, expense and profit; a loss is below 0. */
export interface Balance {
  gelir: Kurus
  gider: Kurus
  fark: Kurus
}

export interface OperationCount {
  name: string
  adet: number
}

export type MonthFigures = Balance & { kayit: number; tamamlanan: number }

/** Figures of some days of a month: '1–22 Ekim', or 'Ekim' for whole months. */
type NamedFigures = MonthFigures & { name: string }

/** Period that the month is compared with; `words` begins a sentence about it. */
export interface Comparison {
  words: string
  current: NamedFigures
  previous: NamedFigures
}

/** Statistics of a month as the screen shows them. */
export interface StatsView {
  month: MonthFigures
  /** Comparison; `null` when there is nothing to compare with. */
  comparison: Comparison | null
  allTime: Balance & { kayit: number }
  days: DayFigures[]
  operations: OperationCount[]
}

/**
 * Returns the statistics for the screen. Throws for a malformed response (specification §8: an invalid reply is a
 * failure).
 */
export function statsView(stats: ComparedStats): StatsView {
  return {
    month: {
      ...balance(stats.son_ay_gelir_kurus, stats.son_ay_gider_kurus),
      kayit: stats.son_ay_kayit_sayisi,
      tamamlanan: stats.durumlara_gore_kayit.find(({ durum }) => durum === DURUM_TAMAM)?.adet ?? 0,
    },
    comparison: stats.comparison && comparison(stats.comparison),
    allTime: {
      ...balance(stats.toplam_gelir_kurus, stats.toplam_gider_kurus),
      kayit: stats.toplam_kayit_sayisi,
    },
    days: dailyFigures(stats),
    operations: stats.en_fazla_islemler.map(({ islem_adi_upper, toplam_islem_adeti }) => ({
      name: stats.spellings[islem_adi_upper] ?? islem_adi_upper,
      adet: toplam_islem_adeti,
    })),
  }
}

function comparison({ current, previous }: NonNullable<ComparedStats['comparison']>): Comparison {
  const areWhole = isWholeMonth(current) && isWholeMonth(previous)
  const named = (figures: PeriodFigures): NamedFigures => ({
    ...balance(figures.gelir_kurus, figures.gider_kurus),
    kayit: figures.kayit_sayisi,
    tamamlanan: figures.tamamlanan_sayisi,
    name: areWhole ? nameOfMonth(figures.from) : nameOfDays(figures),
  })
  return {
    words: areWhole ? 'Bir önceki aya göre' : 'Geçen ayın aynı günlerine göre',
    current: named(current),
    previous: named(previous),
  }
}

const isWholeMonth = ({ to }: DayRange) => firstOfMonth(addDays(to, 1)) === addDays(to, 1)

function balance(gelir: Kurus, gider: Kurus): Balance {
  const fark = gelir - gider
  if (!Number.isSafeInteger(fark)) throw new TypeError(`no amounts: ${gelir}, ${gider}`)
  return { gelir, gider, fark }
}
