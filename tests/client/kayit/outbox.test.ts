// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { formDraftName } from '#client/features/kayit/outbox/queued-form.ts'
import { readOutbox, sendable } from '#client/features/kayit/outbox/queued-kayit.ts'
import { giveFormsId } from '#client/features/kayit/outbox/send-form.ts'
import { sendAll } from '#client/features/kayit/outbox/send-queued.ts'
import { newDelivery } from '#client/features/kayit/intake/delivery-values.ts'
import { newIntake } from '#client/features/kayit/intake/intake-values.ts'
import { newKayit } from '#client/features/kayit/form/values.ts'
import { openForm } from '#client/forms/stored-drafts.ts'
import { draftNames, dropDrafts, encodeDraft, writeDraft } from '#client/lib/drafts.ts'
import { beginSession, forgetSession } from '#client/lib/session.ts'
import { TRPCClientError } from '@trpc/client'
import { sessionUserOf } from '#tests/client/session-user.ts'

const USER = sessionUserOf({ id: 7 })
const NOW = Date.parse('2026-11-21T10:00:00Z')
const record = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe' }
const refusal = (code: string) =>
  TRPCClientError.from({ error: { message: 'Olmadı.', code: -32_000, data: { code } } } as never)

function queue(name: string, values: object, more: object = {}) {
  const key = name.split(':').at(-1)
  const draft = { key, savedAt: NOW, version: null, base: values, values, isQueued: true, ...more }
  writeDraft(name, encodeDraft(draft))
}
const queueRecord = (key: string) => queue(`kayit:7:0:${key}`, newKayit('2026-11-21', record).values)
const FORM = { ...newIntake({ handover: { terms: 'Şartlar' }, record }).values, signature: '[[1,2]]' }
const queueForm = (target: Parameters<typeof formDraftName>[2], key: string, more: object = {}) =>
  queue(`${formDraftName('intake', 7, target)}:${key}`, FORM, more)
const names = () => sendable(readOutbox(7, false), 7).map(({ name }) => name)

const save = vi.fn<(input: object) => Promise<never>>()
const storeForm = vi.fn<(input: object) => Promise<never>>()
const run = () =>
  sendAll(() => sendable(readOutbox(7, false), 7), {
    save,
    intake: { save: { mutate: storeForm }, deliver: { mutate: storeForm } },
    hasPrices: true,
    userId: 7,
  })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  beginSession(USER)
  save.mockResolvedValue({ kayit: { id: 12 }, islemler: [], version: 1 } as never)
  storeForm.mockResolvedValue({ kayit_id: 12 } as never)
})
afterEach(() => {
  dropDrafts(7)
  forgetSession()
  vi.useRealTimers()
  save.mockReset()
  storeForm.mockReset()
})

describe('the outbox', () => {
  test('sends a delivery of an older version, whose values know no own warranties', async () => {
    const { item_warranties: _, ...values } = newDelivery({ intake: null, record, items: [] }).values
    queue(`${formDraftName('delivery', 7, { id: 12 })}:form-1`, values)
    await run()
    expect(storeForm).toHaveBeenCalledOnce()
    expect(storeForm.mock.calls[0]?.[0]).not.toHaveProperty('item_warranties')
    expect(draftNames('teslim:7:')).toEqual([])
  })

  test('sends a form behind its record, with the record’s id and the time of its signing', async () => {
    queueForm({ id: 0, key: 'kayit-1' }, 'form-1', { savedAt: NOW - 60_000 })
    queueRecord('kayit-1')
    expect(names()).toEqual(['kayit:7:0:kayit-1'])
    expect(await run()).toBe(false)
    expect(storeForm).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kayit_id: 12, key: 'form-1', filled_at: NOW - 60_000, signature: [[1, 2]] }),
    )
    expect(draftNames()).toEqual([])
  })

  test('holds a form back while its record is a draft, and while the user has it open', () => {
    queueForm({ id: 0, key: 'kayit-1' }, 'form-1')
    queue('kayit:7:0:kayit-1', newKayit('2026-11-21', record).values, { isQueued: undefined })
    queueForm({ id: 3 }, 'form-2')
    expect(names()).toEqual(['kabul:7:3:form-2'])
    const close = openForm({
      draftName: () => 'kabul:7:3:form-2',
      accept: () => false,
      showRefusal: () => false,
    })
    expect(names()).toEqual([])
    close()
  })

  test('names the key of the record that was stored while its form was open', async () => {
    queueForm({ id: 0, key: 'kayit-1' }, 'form-1')
    await run()
    expect(storeForm).toHaveBeenCalledWith(expect.objectContaining({ kayit_id: 0, kayit_key: 'kayit-1' }))
  })

  test('gives no other user’s form and no other record’s form the id', () => {
    queueForm({ id: 0, key: 'kayit-1' }, 'form-1')
    queueForm({ id: 0, key: 'kayit-2' }, 'form-2')
    giveFormsId(8, 'kayit-1', 5)
    giveFormsId(7, 'kayit-1', 5)
    expect(draftNames().toSorted()).toEqual(['kabul:7:0-kayit-2:form-2', 'kabul:7:5:form-1'])
  })

  test.each(['CONFLICT', 'BAD_REQUEST', 'NOT_FOUND'])(
    'leaves a form with the reason after %s',
    async (code) => {
      queueForm({ id: 3 }, 'form-1')
      storeForm.mockRejectedValueOnce(refusal(code))
      await run()
      expect(names()).toEqual([])
      expect(readOutbox(7, false).forms).toMatchObject([
        { refused: 'Olmadı.', values: { signature: '[[1,2]]' } },
      ])
    },
  )

  test('stops without a response or a session, and tries again after a fault of the server', async () => {
    for (const [error, isStopped] of [
      [new TRPCClientError('Failed to fetch'), true],
      [refusal('UNAUTHORIZED'), true],
      [refusal('INTERNAL_SERVER_ERROR'), false],
    ] as const) {
      queueForm({ id: 3 }, 'form-1')
      storeForm.mockRejectedValueOnce(error)
      expect(await run()).toBe(isStopped)
      expect(names()).toEqual(['kabul:7:3:form-1'])
    }
  })

  test('sends no form that has waited longer than the server knows its key', async () => {
    queueForm({ id: 3 }, 'form-1', { triedAt: NOW - 7 * 86_400_000 })
    await run()
    expect(storeForm).not.toHaveBeenCalled()
    expect(readOutbox(7, false).forms[0]?.refused).toMatch(/^Altı günden uzun bekledi/)
  })
})
