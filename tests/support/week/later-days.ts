import {
  assign,
  join,
  moveStart,
  open,
  part,
  payOnAccount,
  refundOnAccount,
  takeBackOnAccount,
} from './account-steps.ts'
import { closeDay, respend, restoreSpending, spend, unspend } from './cash-steps.ts'
import type { PlannedDay } from './first-days.ts'
import { sendBack } from './old-paths.ts'
import { pay, refund, takeBack } from './payment-steps.ts'
import {
  addWork,
  callOff,
  discount,
  finish,
  gross,
  net,
  receive,
  remove,
  rename,
  reprice,
  repriceNet,
  restore,
} from './record-steps.ts'

const phone = (number: number) => `0 (532) 100 00 ${number}`
const HASAN = ['Hasan Kaya', phone(11)] as const
const HUSEYIN = ['Hüseyin Demir', phone(12)] as const
const FATMA = ['Fatma Şahin', phone(13)] as const
const IBRAHIM = ['İbrahim Yıldız', phone(14)] as const
const GULSAH = ['Gülşah Öztürk', phone(15)] as const
const NURI = ['Nuri Çağlar', phone(16)] as const
const SULE = ['Şule Aksoy', phone(17)] as const
const LEVENT = ['Levent Güneş', phone(18)] as const
const LEYLA = ['Leyla Güneş', phone(19)] as const
const ORHAN = ['Orhan Tuna', phone(20)] as const
const PINAR = ['Pınar Uslu', phone(21)] as const
const RIZA = ['Rıza Er', phone(22)] as const
const SELIN = ['Selin Ay', phone(23)] as const
const TARIK = ['Tarık Bal', phone(24)] as const
const UMUT = ['Umut Koç', phone(25)] as const
const VELI = ['Veli Uz', phone(26)] as const

/** Debts of every age, money before and after its debt; nobody counts the drawer in the evening. */
const SUNDAY: PlannedDay = {
  day: '2026-11-29',
  steps: [
    receive({ key: 'megane', plate: '34 MGN 109', who: HASAN, items: [net('Motor yağı', 77_777)] }),
    finish('megane'),
    pay('megane', 'Kart'),
    receive({
      key: 'egea',
      plate: '16 EGE 110',
      who: HUSEYIN,
      items: [gross('Lastik', 245_050, 4)],
      left: '2026-11-29',
    }),
    pay('egea', 'Nakit', { amount: 990_200 }),
    receive({ key: 'fiesta', plate: '41 FST 111', who: FATMA, items: [net('Amortisör', 155_555, 2)] }),
    finish('fiesta'),
    receive({ key: 'doblo', plate: '34 DBL 112', who: HASAN, items: [net('Şanzıman', 1_250_001)] }),
    pay('doblo', 'Havale', { amount: 100_000, note: 'kapora' }),
    receive({
      key: 'duster',
      plate: '34 DST 113',
      who: IBRAHIM,
      items: [net('Radyatör', 215_001)],
      entered: '2026-08-05',
      left: '2026-08-06',
      status: 'Tamamlandı',
    }),
    receive({
      key: 'symbol',
      plate: '34 SYM 114',
      who: IBRAHIM,
      items: [gross('Egzoz', 130_099)],
      entered: '2026-08-31',
      // Ninety days before Monday.
      left: '2026-09-01',
      status: 'Tamamlandı',
    }),
    open('İbrahim Yıldız', -5_000),
    payOnAccount('İbrahim Yıldız', 'Nakit', { amount: 100_000 }),
    spend({ title: 'Temizlik', amount: 45_045, method: 'Nakit', category: 'Diğer' }),
  ],
}

/** Mistakes of the same drawer, advances that are given back, and work from before the accounts began. */
const MONDAY: PlannedDay = {
  day: '2026-11-30',
  steps: [
    takeBack('egea', 0, 'fazla yazıldı'),
    pay('egea', 'Nakit'),
    receive({ key: 'linea', plate: '34 LIN 115', who: GULSAH, items: [net('Kaporta', 333_330)] }),
    pay('linea', 'Nakit', { amount: 20_000 }),
    refund('linea', 'Nakit', 5_001),
    receive({
      key: 'jetta',
      plate: '34 JET 116',
      who: GULSAH,
      items: [net('Ampul', 4_999, 2), gross('Sigorta', 7)],
    }),
    finish('jetta'),
    discount('jetta', 12_005),
    receive({ key: 'i20', plate: '34 ION 117', who: NURI, items: [net('Bujiler', 88_888, 4)] }),
    finish('i20'),
    pay('i20', 'Nakit', { amount: 150_000, day: '2026-07-20' }),
    receive({
      key: 'accent',
      plate: '34 ACC 118',
      who: NURI,
      items: [gross('Boya', 450_000)],
      entered: '2026-06-01',
      left: '2026-06-02',
      status: 'Tamamlandı',
    }),
    pay('accent', 'Kart', { amount: 200_000, day: '2026-06-02' }),
    pay('accent', 'Nakit', { amount: 5_000 }),
    receive({ key: 'corolla', plate: '34 CRL 119', who: SULE, items: [net('Turbo', 987_654)] }),
    finish('corolla'),
    pay('corolla', 'Kart'),
    reprice('corolla', 1, 1_100_000),
    receive({ key: 'yaris', plate: '34 YRS 120', who: SULE, items: [net('Fren merkezi', 123_457)] }),
    finish('yaris'),
    refund('corolla', 'Nakit', 10_000),
    takeBack('corolla', 1, 'müşteri vazgeçti'),
    addWork('megane', [gross('Yağ filtresi', 25_050)]),
    closeDay(-1_333, 'Para üstü karıştı'),
  ],
}

/** A new month; customers are joined, a paid record is deleted, expenses of closed days change. */
const TUESDAY: PlannedDay = {
  day: '2026-12-01',
  steps: [
    receive({ key: 'qashqai', plate: '34 QSH 121', who: LEVENT, items: [net('Klima kompresörü', 745_003)] }),
    pay('qashqai', 'Havale'),
    finish('qashqai'),
    receive({ key: 'juke', plate: '34 JUK 122', who: LEYLA, items: [gross('Periyodik bakım', 355_055)] }),
    finish('juke'),
    payOnAccount('Leyla Güneş', 'Nakit', { amount: 400_000 }),
    open('Leyla Güneş', 10_010),
    join('Leyla Güneş', 'Levent Güneş'),
    open('Levent Güneş', 25_000),
    receive({ key: 'micra', plate: '34 MCR 123', who: LEYLA, items: [net('Cam filmi', 66_667)] }),
    finish('micra'),
    assign('Levent Güneş', 0, 'juke'),
    receive({ key: 'kuga', plate: '34 KUG 124', who: ORHAN, items: [net('Diferansiyel', 500_005)] }),
    finish('kuga'),
    pay('kuga', 'Çek', { note: 'çek no 4711' }),
    remove('kuga'),
    refundOnAccount('Orhan Tuna', 'Havale', 100_000),
    receive({ key: 'mondeo', plate: '34 MND 125', who: ORHAN, items: [net('Direksiyon kutusu', 411_111)] }),
    pay('mondeo', 'Nakit', { amount: 111_111 }),
    callOff('mondeo'),
    respend('Yedek parça', { method: 'Nakit' }),
    respend('Temizlik', { amount: 40_000 }),
    unspend('Öğle yemeği'),
    spend({
      title: 'Ekim elektriği',
      amount: 78_990,
      method: 'Vadeli',
      category: 'Fatura',
      day: '2026-10-31',
    }),
    closeDay(),
  ],
}

/** Customers part again, a deleted and a cancelled record come back, and the rest is settled. */
const WEDNESDAY: PlannedDay = {
  day: '2026-12-02',
  steps: [
    part('Leyla Güneş'),
    restore('kuga'),
    finish('mondeo'),
    receive({ key: 'zafira', plate: '34 ZAF 126', who: RIZA, items: [net('Rot başı', 91_919, 2)] }),
    receive({ key: 'meriva', plate: '34 MRV 127', who: RIZA, items: [gross('Vantilatör', 200_003)] }),
    finish('zafira'),
    finish('meriva'),
    rename('meriva', 'Fatma Şahin'),
    payOnAccount('Fatma Şahin', 'Kart', { amount: 300_000 }),
    receive({
      key: 'ibiza',
      plate: '34 IBZ 128',
      who: PINAR,
      items: [net('Kayış', 59_595), net('Gergi', 20_202)],
    }),
    finish('ibiza'),
    pay('ibiza', 'Diğer', { amount: 95_000, discountsRest: true }),
    receive({
      key: 'leon',
      plate: '34 LEO 129',
      who: SELIN,
      items: [gross('Ekspertiz', 150_000)],
      left: '2026-12-01',
    }),
    payOnAccount('Selin Ay', 'Nakit'),
    takeBackOnAccount('Selin Ay', 0, 'kart çekildi'),
    pay('leon', 'Kart'),
    receive({ key: 'octavia', plate: '34 OCT 130', who: TARIK, items: [net('Enjektör temizliği', 144_444)] }),
    finish('octavia'),
    repriceNet('octavia', 1, 150_001),
    discount('octavia', 10_001),
    discount('octavia', 20_001),
    receive({ key: 'superb', plate: '34 SPB 131', who: UMUT, items: [net('Teşhis', 50_000)] }),
    pay('superb', 'Kart', { amount: 20_000 }),
    receive({ key: 'kodiaq', plate: '34 KDQ 132', who: VELI, items: [net('Çekme demiri', 870_001)] }),
    finish('kodiaq'),
    pay('kodiaq', 'Nakit', { amount: 500_000 }),
    finish('doblo'),
    pay('yaris', 'Nakit', { amount: 1 }),
    payOnAccount('Hasan Kaya', 'Havale'),
    refundOnAccount('İbrahim Yıldız', 'Nakit', 5_000),
    sendBack('octavia'),
    restoreSpending('Öğle yemeği'),
    moveStart('2026-09-01'),
    closeDay(2_500, 'Geçen haftadan kalan'),
  ],
}

/** Four days that go on with the shop of `FIRST_DAYS`: 24 more cars of 16 more customers. */
export const LATER_DAYS: PlannedDay[] = [SUNDAY, MONDAY, TUESDAY, WEDNESDAY]
