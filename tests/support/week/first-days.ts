import {
  assign,
  detach,
  join,
  open,
  part,
  payOnAccount,
  refundOnAccount,
  takeBackOnAccount,
} from './account-steps.ts'
import { closeDay, openDrawer, respend, spend, unspend } from './cash-steps.ts'
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
import type { Step } from './shop.ts'

/** A day of the shop and what happens on it. */
export type PlannedDay = { day: string; steps: Step[] }

const AYSE = ['Ayşe Işık', '0 (532) 100 00 01'] as const
const MERT = ['Mert Can', '0 (532) 100 00 02'] as const
const CIGDEM = ['Çiğdem Öz', '0 (532) 100 00 03'] as const
const ZEKI = ['Zeki Çınar', '0 (532) 100 00 04'] as const
const AYSEGUL = ['Ayşegül Işık', '0 (532) 100 00 05'] as const

/** Three days with every kind of step: eight cars of five customers. */
export const FIRST_DAYS: PlannedDay[] = [
  {
    day: '2026-11-26',
    steps: [
      receive({
        key: 'clio',
        plate: '34 CLO 101',
        who: AYSE,
        items: [net('Yağ değişimi', 125_000), net('Hava filtresi', 33_333), gross('Kontrol', 9_999)],
      }),
      receive({
        key: 'golf',
        plate: '34 GLF 102',
        who: MERT,
        items: [net('Triger seti', 412_345)],
        entered: '2026-07-10',
        left: '2026-07-12',
        status: 'Tamamlandı',
      }),
      receive({
        key: 'focus',
        plate: '06 FCS 103',
        who: CIGDEM,
        items: [gross('Balata', 87_501, 2), net('İşçilik', 1)],
        entered: '2026-09-20',
        // Thirty days before the first day, so the debt changes its age on the second one.
        left: '2026-10-27',
        status: 'Tamamlandı',
      }),
      spend({
        title: 'Kasım kirası',
        amount: 1_250_075,
        method: 'Havale',
        category: 'Kira',
        day: '2026-11-02',
      }),
      spend({ title: 'Çay', amount: 1_234, method: 'Nakit' }),
      finish('clio'),
      pay('clio', 'Nakit', { start: '2026-08-01' }),
      openDrawer(50_000),
      receive({ key: 'polo', plate: '34 PLO 104', who: MERT, items: [net('Debriyaj', 600_010)] }),
      pay('polo', 'Kart', { amount: 30_000, note: 'kapora' }),
      pay('focus', 'Nakit', { amount: 100_001 }),
      spend({ title: 'Öğle yemeği', amount: 9_250, method: 'Nakit', category: 'Yemek' }),
      closeDay(-250, 'Bozuk para üstü'),
    ],
  },
  {
    day: '2026-11-27',
    steps: [
      open('Mert Can', 25_050),
      pay('golf', 'Havale', { amount: 10_000 }),
      receive({
        key: 'astra',
        plate: '35 AST 105',
        who: ZEKI,
        items: [net('Rot balans', 83_333, 3), gross('Akü', 345_678)],
        entered: '2026-11-25',
        status: 'Tamamlandı',
      }),
      pay('astra', 'Kart', { amount: 600_000, discountsRest: true }),
      sendBack('astra'),
      payOnAccount('Çiğdem Öz', 'Çek', { amount: 20_005, note: 'vadesi ay sonu' }),
      assign('Çiğdem Öz', 0, 'focus'),
      takeBack('polo', 0, 'yanlış kart'),
      pay('polo', 'Diğer', { amount: 25_000 }),
      addWork('clio', [net('Silecek', 14_999, 2)]),
      discount('focus', 5_055),
      receive({
        key: 'corsa',
        plate: '34 CRS 106',
        who: AYSEGUL,
        items: [gross('Far ayarı', 50_001)],
        status: 'Tamamlandı',
      }),
      join('Ayşegül Işık', 'Ayşe Işık'),
      payOnAccount('Ayşegül Işık', 'Havale', { amount: 30_303 }),
      spend({ title: 'Yedek parça', amount: 333_333, method: 'Kart', category: 'Parça ve malzeme' }),
      respend('Öğle yemeği', { amount: 8_750 }),
      unspend('Çay'),
      remove('focus'),
      closeDay(),
    ],
  },
  {
    day: '2026-11-28',
    steps: [
      restore('focus'),
      receive({
        key: 'passat',
        plate: '34 PST 107',
        who: ZEKI,
        items: [net('Fren hidroliği', 99_999)],
        status: 'Tamamlandı',
      }),
      pay('passat', 'Nakit', { amount: 50_000, day: '2026-11-27' }),
      refund('passat', 'Nakit', 5_000),
      detach('passat', 'Zeki Çınar, oğlu'),
      receive({ key: 'tipo', plate: '34 TPO 108', who: CIGDEM, items: [gross('Klima gazı', 120_000)] }),
      finish('tipo'),
      rename('tipo', 'Mert Can'),
      part('Ayşegül Işık'),
      callOff('polo'),
      refundOnAccount('Mert Can', 'Nakit', 7_500),
      payOnAccount('Çiğdem Öz', 'Nakit'),
      takeBackOnAccount('Çiğdem Öz', 0, 'iki kez girildi'),
      reprice('focus', 1, 80_000),
      repriceNet('corsa', 1, 33_335),
      closeDay(175, 'Kasada fazla çıktı'),
    ],
  },
]
