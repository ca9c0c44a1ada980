import type { DeliveryForm, IntakeForm } from '#server/platform/documents/car-form.ts'
import { CAR_SIDES, MARK_KINDS, type Mark } from '#shared/intake/outline.ts'
import { DEFAULT_TERMS } from '#shared/intake/rules.ts'

const base = {
  company: { name: 'Işık Oto', tel: '0224 123 45 67', address: 'Sanayi Sitesi 12. Blok No 8', logo: null },
  issuedOn: '2026-11-21',
  record: {
    id: 1_491,
    plaka: '16 KRM 146',
    sasi_no: 'NM0Z4K7E5P0R01208',
    customer: 'Gülşah Yeşilırmak',
    phone: '0500 014 62 30',
    complaint: 'Frene basınca ses geliyor.',
  },
  car: 'Otomobil, Poyraz Combi, 2019',
  km: 126_870,
  cameAt: '14.11.2026 09:12',
  signer: 'Gülşah Yeşilırmak',
  user: 'Hasan Demirel',
  signature: [
    [80, 250, 300, 60, 520, 200],
    [600, 100],
  ],
  signedAt: '14.11.2026 09:14',
  isChanged: false,
  terms: DEFAULT_TERMS,
}

export const intakeForm = (of: Partial<IntakeForm> = {}): IntakeForm => ({
  ...base,
  form: 'intake',
  fuel: 5,
  belongings: 'Ruhsat, yedek lastik',
  marks: someMarks(3),
  promised: '20.11.2026 17:00',
  limit: '₺2.500,00',
  ...of,
})

export const deliveryForm = (of: Partial<DeliveryForm> = {}): DeliveryForm => ({
  ...base,
  form: 'delivery',
  givenAt: '20.11.2026 17:30',
  lines: [{ islem_adi: 'Balata', islem_adet: 2, brut_kurus: 200_000 }],
  total_kurus: 200_000,
  parts: 'Tümü verildi',
  warranty: '',
  ...of,
})

export const someMarks = (count: number): Mark[] =>
  Array.from({ length: count }, (_, index) => ({
    side: CAR_SIDES[index % CAR_SIDES.length] ?? 'top',
    kind: MARK_KINDS[index % MARK_KINDS.length] ?? 'dent',
    x: (index * 173) % 1_001,
    y: (index * 291) % 1_001,
  }))
