import { derivedOf as customerDerived } from '#server/customer/identify.ts'
import { EMPTY_KAYIT, fieldColumns, NAMING_COLUMNS } from '#server/kayit/derived.ts'
import { derivedOf as vehicleDerived } from '#server/vehicle/identify.ts'
import { ERASED_NAME, ERASED_PLATE } from '#shared/personal-data/rules.ts'

/** What an erased record, customer and car have in the place of their texts, with the columns that follow from these. */

const TEXTS = {
  musteri_adi_soyadi: ERASED_NAME,
  musteri_tel: '',
  musteri_talebi: '',
  sasi_no: '',
  motor_no: '',
  tc_vergino: '',
  plaka: ERASED_PLATE,
  aciklama: '',
  private_note: '',
}
/** Status, days, kilometres, make and model stay, and what is derived from them. */
export const ERASED_KAYIT = {
  ...TEXTS,
  ...pick(fieldColumns({ ...EMPTY_KAYIT, ...TEXTS, kayit_tarihi: '2000-01-01' }), NAMING_COLUMNS),
}

const PERSON = { name: ERASED_NAME, phone: '', tax_no: '' }
export const ERASED_CUSTOMER = { ...PERSON, ...customerDerived(PERSON) }

const CAR = { plate: ERASED_PLATE, vin: '', engine_no: '' }
export const ERASED_VEHICLE = {
  ...CAR,
  ...pick(vehicleDerived({ ...CAR, make: '', model: '', model_year: null }), [
    'plate_key',
    'vin_key',
    'search_vehicle',
    'plate_sort_key',
  ]),
}

function pick<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>
}
