import {
  createChangeSearch,
  nonDefaultParams,
  listParams,
  periodParams,
  textParam,
} from '#client/lib/search-params.ts'
import {
  KAYIT_PAGE_SIZE,
  KAYIT_PAGE_SIZES,
  MAX_COUNTED,
  MAX_NAME_LENGTH,
  OWED_STATES,
  type OwedState,
} from '#shared/options.ts'
import type { KayitListInput, KayitSort } from '#shared/kayit/schema.ts'
import type { Preferences } from '#shared/settings/preferences.ts'

/*
 * The state of the list in the URL. The file is in the first chunk (the router parses every address with it), so it
 * imports only types from the schema.
 */

/** Labels of the sort columns. */
export const COLUMN_LABELS: Readonly<Record<KayitSort, string>> = {
  musteri_adi_soyadi: 'Müşteri Adı',
  sasi_no: 'Şasi No',
  plaka: 'Plaka',
  islem_sayisi: 'İşlem Sayısı',
  giris_tarihi: 'Giriş Tarihi',
  cikis_tarihi: 'Çıkış Tarihi',
  durum: 'Durum',
}

const DEFAULTS = { page: 1, size: KAYIT_PAGE_SIZE, sort: 'cikis_tarihi', dir: 'asc', q: '' } as const

export type KayitSearch = Partial<Pick<KayitListInput, 'page' | 'size' | 'sort' | 'dir' | 'q'>> & {
  month?: number
  year?: number
  durum?: string
  /** True for open work only. */
  open?: boolean
  /** Records that customers owe for, paid this far. */
  owed?: OwedState
  /** Quotes instead of visits. */
  stage?: 'quote'
}

/** Returns the state that an address describes; drops defaults and invalid parameters. */
export function parseKayitSearch(raw: Readonly<Record<string, unknown>>): KayitSearch {
  const values = {
    ...listParams(raw, {
      sorts: Object.keys(COLUMN_LABELS),
      sizes: KAYIT_PAGE_SIZES,
      maxText: MAX_NAME_LENGTH,
    }),
    ...periodParams(raw),
    durum: textParam(raw['durum'], 50),
    open: raw['open'] === true || raw['open'] === 'true' ? true : undefined,
    owed: OWED_STATES.find((state) => state === raw['owed']),
    stage: raw['stage'] === 'quote' ? 'quote' : undefined,
  }
  return nonDefaultParams<Record<string, unknown>>(values, DEFAULTS)
}

/** Returns the changed state; any change except that of the page leads to page 1 (specification §9). */
export const changeSearch = createChangeSearch(parseKayitSearch)

type Options = { listPreset?: Preferences['listPreset']; isExact?: boolean }

/**
 * Returns the input of the list query; 'gundelik' also shows the first item of each record. Pages beyond the counting
 * limit need an exact count.
 */
export function toListInput(search: KayitSearch, { listPreset = 'tam', isExact = false }: Options = {}) {
  const newest = search.stage && ({ sort: 'giris_tarihi', dir: 'desc' } as const)
  const input = { ...DEFAULTS, ...newest, ...search }
  const isFar = search.q !== undefined && input.page * input.size > MAX_COUNTED
  return {
    ...input,
    ...((isExact || isFar) && { exact: true }),
    ...(listPreset === 'gundelik' && { ilk_islem: true }),
  }
}
