import { derivedOf as customerDerived } from '#server/customer/identify.ts'
import { EMPTY_KAYIT, fieldColumns } from '#server/kayit/derived.ts'
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
const {
  search_name,
  search_vehicle,
  search_phone,
  search_plain,
  customer_sort_key,
  vin_sort_key,
  plate_sort_key,
} = fieldColumns({
  ...EMPTY_KAYIT,
  ...TEXTS,
  kayit_tarihi: '2000-01-01',
})
/** Status, days, kilometres, make and model stay, and what is derived from them. */
export const ERASED_KAYIT = {
  ...TEXTS,
  search_name,
  search_vehicle,
  search_phone,
  search_plain,
  customer_sort_key,
  vin_sort_key,
  plate_sort_key,
}

const PERSON = { name: ERASED_NAME, phone: '', tax_no: '' }
export const ERASED_CUSTOMER = { ...PERSON, ...customerDerived(PERSON) }

const CAR = { plate: ERASED_PLATE, vin: '', engine_no: '' }
const {
  plate_key,
  vin_key,
  search_vehicle: carNumbers,
  plate_sort_key: plateKey,
} = vehicleDerived({
  ...CAR,
  make: '',
  model: '',
  model_year: null,
})
export const ERASED_VEHICLE = {
  ...CAR,
  plate_key,
  vin_key,
  search_vehicle: carNumbers,
  plate_sort_key: plateKey,
}
