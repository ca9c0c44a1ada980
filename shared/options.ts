/** Choices and limits that the browser and the server share (specification §4, §9; decisions: limits). */
export const DURUM_DEVAM = 'Devam Ediyor'
export const DURUM_TAMAM = 'Tamamlandı'
export const DURUM_BEKLEMEDE = 'Beklemede'
export const DURUM_IPTAL = 'İptal'
/** The two statuses that the record form offers; an old record may have any other. */
export const DURUM_OPTIONS = [DURUM_DEVAM, DURUM_TAMAM] as const

export const AUTH_USER = 0
export const AUTH_ADMIN = 3

export const MAX_NAME_LENGTH = 200
export const MAX_NOTE_LENGTH = 10_000
export const MAX_ITEMS = 1_000
export const PRICE_PAGE_SIZE = 20
/** Limits of one shop: entries of the price list, ready packages, and items of one package. */
export const MAX_PRICES = 1_000
export const MAX_PACKAGES = 50
export const MAX_PACKAGE_ITEMS = 50
export const MAX_BODY_BYTES = 2 * 1024 * 1024
/** The largest body of a call without a session: a login needs a few hundred bytes. */
export const MAX_PUBLIC_BODY_BYTES = 64 * 1024

/** How far a record that its customer owes for is paid: not at all, or in part. The list filters by it. */
export const OWED_STATES = ['unpaid', 'partial'] as const
export type OwedState = (typeof OWED_STATES)[number]

export const KAYIT_PAGE_SIZES = [10, 20, 50, 100] as const
export const KAYIT_PAGE_SIZE = 20
/** Visits on one page of a car or a customer. */
export const VISITS_PAGE_SIZE = 20
/** Hits that a search of any list counts at most: counting all hits of one letter takes longer than everything else. */
export const MAX_COUNTED = 1_000
/** Cars or customers that a list without a search counts, unless all are requested. */
export const MAX_LISTED = 2_000

/** The presets of the list: all columns of the specification, or those for a shop's day. The first is the default. */
export const LIST_PRESETS = ['tam', 'gundelik'] as const
/** The columns of 'tam' that a user may hide. */
export const OPTIONAL_COLUMNS = [
  'musteri_adi_soyadi',
  'musteri_tel',
  'sasi_no',
  'arac',
  'islem_sayisi',
  'toplam_kurus',
  'giris_tarihi',
  'cikis_tarihi',
] as const
/** The preferences of a user without choices. */
export const DEFAULT_PREFERENCES = { listPreset: LIST_PRESETS[0], hiddenColumns: [], views: [] }
export const MAX_VIEWS = 20
export const MAX_VIEW_NAME = 40

/** The longest period of the statistics, in days: ten years. */
export const MAX_PERIOD_DAYS = 3_653

export const OUTPUT_FORMATS = ['PDF', 'XLSX', 'CSV'] as const
/**
 * The longest table of a PDF: some 380 pages. Longer ones are not worth printing, and the other formats have no such
 * limit.
 */
export const MAX_PDF_ROWS = 10_000
export const MAX_LOGO_BYTES = 1024 * 1024
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
export const PHONE_MIN_LENGTH = 7

export const FEEDBACK_SUBJECT_MIN = 3
export const FEEDBACK_MESSAGE_MIN = 10
export const FEEDBACK_PAGE_SIZES = [10, 20, 30, 50] as const
export const FEEDBACK_PAGE_SIZE = 20

export const USER_PAGE_SIZES = [10, 15, 20, 30, 50] as const
export const USER_PAGE_SIZE = 15
/** Members of staff of one shop, without its owner. */
export const MAX_STAFF = 50
/** Licence types with their own badge; an account may have any other. */
export const LICENSE_TYPES = ['Basic', 'Standard', 'Pro', 'Enterprise'] as const
/** The licence that the settings show for an account without one (specification §9). */
export const SHOWN_LICENSE = { type: 'Standard', endDate: '2025-12-31' } as const

/** The least length for the login and for existing passwords. */
export const PASSWORD_MIN_LENGTH = 4
/** The least length of a new password. */
export const NEW_PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 200

/** Minutes for which a typed password confirms further protected actions of the session (decision 26). */
export const CONFIRMED_MINUTES = 10
/** Hours for which a link for a new password is valid. */
export const RESET_LINK_HOURS = 24

export const CONSENT_COOKIE = 'kvkk_onay'
export const CONSENT_COOKIE_DAYS = 365
export const BANNER_COOKIE = 'cerez_onay'
export const BANNER_COOKIE_DAYS = 180
export const SESSION_COOKIE = 'session_id'
export const SESSION_REMEMBER_DAYS = 30
export const SESSION_HOURS = 12
/** The choices for ending a page's session after minutes without use; by default a shop has none. */
export const IDLE_MINUTES = [15, 30, 60] as const
export const SUGGESTED_IDLE_MINUTES = 30
/** Identifies a browser from which a user has logged in; it grants no access (decisions: guessing). */
export const BROWSER_COOKIE = 'bilinen_tarayici'
/** Days for which a login makes its address and its browser known. */
export const KNOWN_PLACE_DAYS = 90
