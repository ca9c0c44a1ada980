import { describe, expect, test } from 'vitest'

import { formDocument } from '#server/intake/document.ts'
import type { CarForm, IntakeForm } from '#server/platform/documents/car-form.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { messages } from '#shared/messages.ts'
import { staffMessages } from '#shared/staff/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { giveBack, INTAKE, STROKES, takeIn } from '#tests/support/rows/intake.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

async function shop() {
  const rendered: CarForm[] = []
  const renderForm = (form: CarForm) => {
    rendered.push(form)
    return Promise.resolve(Uint8Array.of(1))
  }
  const pdf = { renderForm } as unknown as PdfService
  const owner = await buildUser(db, { company_name: 'Usta Oto' })
  const ctx = userCtx(db, owner, { pdf })
  const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 İST 1', arac_marka: 'Renault', km_bilgisi: 5 }
  const islemler = [{ islem_adi: 'Balata', islem_adet: 2, fiyat_kurus: 100_000 }]
  const { id } = await save(ctx, { info: { ...info, giris_tarihi: '2026-11-21' }, islemler })
  return { owner, ctx, id, pdf, rendered }
}

describe('the form of an intake', () => {
  test('has the stored intake, its signature and the limit', async () => {
    const { owner, ctx, id, rendered } = await shop()
    await takeIn(ctx, { kayit_id: id, isSigned: true, limit_kurus: 250_000 })
    const { name } = await formDocument(ctx, { id, kind: 'intake' })
    expect(name).toBe('arac-kabul-34IST1-2026-11-21.pdf')
    expect(rendered[0]).toMatchObject({
      form: 'intake',
      car: 'Otomobil, Renault',
      km: INTAKE.km,
      fuel: 5,
      marks: INTAKE.marks,
      promised: '30.11.2026 17:00',
      limit: '₺2.500,00',
      signature: STROKES,
      isChanged: false,
      cameAt: '21.11.2026 12:00',
      signer: INTAKE.signer,
      user: owner.username,
      company: { name: 'Usta Oto' },
      record: { id, customer: 'Ayşe Işık' },
    })
    await save(ctx, { id, info: { plaka: '06 ABC 1' } })
    await formDocument(ctx, { id, kind: 'intake' })
    expect(rendered[1]?.isChanged).toBe(true)
  })

  test('without an intake is to be filled in by hand', async () => {
    const { ctx, id, rendered } = await shop()
    await formDocument(ctx, { id, kind: 'intake' })
    const empty: Partial<IntakeForm> = {
      km: 5,
      fuel: null,
      marks: null,
      limit: '',
      signer: '',
      signature: null,
    }
    expect(rendered[0]).toMatchObject(empty)
  })

  test('is for users who see prices, of their own shop', async () => {
    const { owner, ctx, id, pdf } = await shop()
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }), { pdf })
    await expectRefusal(formDocument(mechanic, { id, kind: 'intake' }), {
      code: 'FORBIDDEN',
      message: staffMessages.pricesRefused,
    })
    const { ctx: other } = await shop()
    for (const kind of ['intake', 'delivery'] as const)
      await expectRefusal(formDocument(other, { id, kind }), {
        code: 'NOT_FOUND',
        message: messages.kayitNotFound,
      })
    expect(ctx.actor.shop).toBe(owner.id)
  })
})

test('the form of a delivery has the work and its total, and the terms of the intake', async () => {
  const { ctx, id, rendered } = await shop()
  await giveBack(ctx, { kayit_id: id, isSigned: true })
  const { name } = await formDocument(ctx, { id, kind: 'delivery' })
  expect(name).toBe('teslim-34IST1-2026-11-21.pdf')
  expect(rendered[0]).toMatchObject({
    form: 'delivery',
    km: 126_900,
    parts: 'Tümü verildi',
    total_kurus: 200_000,
    cameAt: '21.11.2026',
    givenAt: '21.11.2026 12:00',
    signature: STROKES,
    lines: [{ islem_adi: 'Balata', islem_adet: 2, brut_kurus: 200_000 }],
  })
})
