import { dailyFigures, type DayFigures } from '#client/charts/series.ts'
import { type Kurus, liraToKurus } from '#shared/money.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import type { Stats } from '#shared/stats/schema.ts'

/** Income, expense and what is left of it; a loss is below 0. */
export interface Balance {
  gelir: Kurus
  gider: Kurus
  fark: Kurus
}

export interface Operation {
  name: string
  adet: number
}

/** The statistics as the screen shows them. */
export interface StatsView {
  month: Balance & { kayit: number; tamamlanan: number }
  allTime: Balance & { kayit: number }
  days: DayFigures[]
  operations: Operation[]
}

/** Throws for an answer that is none (specification §8: an invalid reply is a failure). */
export function statsView(stats: Stats): StatsView {
  return {
    month: {
      ...balance(stats.son_ay_gelir, stats.son_ay_gider),
      kayit: stats.son_ay_kayit_sayisi,
      tamamlanan: stats.durumlara_gore_kayit.find(({ durum }) => durum === DURUM_TAMAM)?.adet ?? 0,
    },
    allTime: {
      ...balance(stats.toplam_gelir, stats.toplam_gider),
      kayit: stats.toplam_kayit_sayisi,
    },
    days: dailyFigures(stats),
    operations: stats.en_fazla_islemler.map(({ islem_adi_upper, toplam_islem_adeti }) => ({
      name: islem_adi_upper,
      adet: toplam_islem_adeti,
    })),
  }
}

function balance(income: number, expense: number): Balance {
  const [gelir, gider] = [liraToKurus(income), liraToKurus(expense)]
  return { gelir, gider, fark: gelir - gider }
}
