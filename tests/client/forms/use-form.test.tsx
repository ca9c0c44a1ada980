// @vitest-environment jsdom
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { applyMine, dropMine, showTheirs } from '#client/forms/form-state.ts'
import { visibleProblems, useField, useIsDirty } from '#client/forms/use-field.ts'
import { setDraftToOffer } from '#client/forms/stored-drafts.ts'
import { useForm } from '#client/forms/use-form.ts'
import { dropDrafts, draftNames, readDraft } from '#client/lib/drafts.ts'
import { CancelledError } from '#client/lib/error-message.ts'
import { beginSession, forgetSession } from '#client/lib/session.ts'

import { act, renderHook } from '#tests/client/render.ts'
import { sessionUserOf } from '#tests/client/session-user.ts'

interface Values {
  ad: string
  not: string
}
type Stored = Values & { version: number }

const RULES = { ad: { label: 'Ad' }, not: { label: 'Not' } }
const USER = sessionUserOf({ id: 7 })
const refusal = (code: string, field?: string) =>
  TRPCClientError.from({ error: { message: 'Olmadı.', code: -32_000, data: { code, field } } } as never)

const snapshotOf = ({ version, ad, not }: Stored) => ({ values: { ad, not }, version })
const first: Stored = { ad: 'Usta', not: '', version: 3 }

/** Opens a form; the test plays its server. */
function open({
  mode = 'restore',
  isNew = false,
  canQueue = false,
}: { mode?: 'restore' | 'offer'; isNew?: boolean; canQueue?: boolean } = {}) {
  const save = vi.fn<(values: Values, keyAndVersion: object) => Promise<Stored>>()
  const reload = vi.fn<() => Promise<Stored>>()
  const onStored = vi.fn<(stored: Stored, rest: { isDirty: boolean }) => void>()
  const { result, rerender, unmount } = renderHook(
    ({ stored }: { stored: Stored }) => {
      const form = useForm<Values, Stored>({
        rules: RULES,
        stored: isNew ? { values: { ad: '', not: '' }, version: null } : snapshotOf(stored),
        validate: ({ ad }) => (ad.trim() === '' ? [{ names: ['ad'], message: 'Ad zorunlu.' }] : []),
        draft: { name: 'form:7:1', mode },
        canQueue,
        save,
        snapshotOf,
        reload,
        onStored,
        failureMessage: (error) => (error as Error).message,
      })
      return { form, ad: useField(form, 'ad'), not: useField(form, 'not'), isDirty: useIsDirty(form) }
    },
    { initialProps: { stored: first } },
  )
  return {
    save,
    reload,
    onStored,
    unmount,
    follow: (stored: Stored) => rerender({ stored }),
    now: () => result.current,
    state: () => result.current.form.store.get(),
    type: (name: 'ad' | 'not', text: string) => act(() => result.current[name].setValue(text)),
    submit: () => act(async () => result.current.form.submit()),
  }
}

beforeEach(() => beginSession(USER))
afterEach(() => {
  setDraftToOffer(null)
  dropDrafts(USER.id)
  forgetSession()
})

test('an invalid form is not sent and shows its problems from then on', async () => {
  const { type, submit, save, now } = open()
  type('ad', ' ')
  expect(now().ad.error).toBe(undefined)
  await submit()
  expect(save).not.toHaveBeenCalled()
  expect(now().ad.error).toBe('Ad zorunlu.')
  type('ad', 'Usta Oto')
  expect(now().ad.error).toBe(undefined)
})

test('a save sends the version, and the form continues from the stored values', async () => {
  const { type, submit, save, now, state, onStored } = open()
  type('ad', 'usta oto ')
  save.mockResolvedValueOnce({ ad: 'usta oto', not: 'onların', version: 4 })
  await submit()
  expect(save).toHaveBeenCalledWith({ ad: 'usta oto ', not: '' }, { version: 3, key: expect.any(String) })
  expect(onStored).toHaveBeenCalledWith({ ad: 'usta oto', not: 'onların', version: 4 }, { isDirty: false })
  expect(now()).toMatchObject({ ad: { value: 'usta oto' }, not: { value: 'onların' }, isDirty: false })
  expect(state()).toMatchObject({ version: 4, phase: 'idle', attempts: 0 })
})

test('text typed during a save stays, and no second save starts meanwhile', async () => {
  const { type, submit, save, now, onStored } = open()
  const answer = Promise.withResolvers<Stored>()
  type('ad', 'Yeni')
  save.mockReturnValueOnce(answer.promise)
  await submit()
  type('not', 'sonra')
  await submit()
  await act(async () => answer.resolve({ ad: 'Yeni', not: '', version: 4 }))
  expect(save).toHaveBeenCalledTimes(1)
  expect(onStored).toHaveBeenCalledWith(expect.anything(), { isDirty: true })
  expect(now()).toMatchObject({ ad: { value: 'Yeni' }, not: { value: 'sonra' }, isDirty: true })
})

test('a new entry is sent with a key, and a retry uses the same one', async () => {
  const { type, submit, save } = open({ isNew: true })
  type('ad', 'Usta')
  save.mockRejectedValueOnce(new TRPCClientError('Failed to fetch'))
  await submit()
  save.mockResolvedValueOnce({ ad: 'Usta', not: '', version: 1 })
  await submit()
  const sent = save.mock.calls.map(([, keyAndVersion]) => keyAndVersion as { key: string })
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(sent[1]).toEqual(sent[0])
})

test('a problem of a field is shown until the field changes, and any other above the form', async () => {
  const { type, submit, save, now, state } = open()
  type('ad', 'dolu')
  save.mockRejectedValueOnce(refusal('INVALID', 'ad'))
  await submit()
  expect(now().ad.error).toBe('Olmadı.')
  type('ad', 'boş')
  expect(now().ad.error).toBe(undefined)
  for (const field of [undefined, 'id']) {
    save.mockRejectedValueOnce(refusal('INVALID', field))
    await submit()
    expect(visibleProblems(state(), now().form)).toEqual([{ names: [], message: 'Olmadı.' }])
  }
})

test('an expired session interrupts a save, which resumes after the login', async () => {
  const { type, submit, save, now, onStored } = open()
  type('ad', 'Yeni')
  save.mockRejectedValueOnce(refusal('UNAUTHORIZED'))
  await submit()
  expect(now().ad.error).toBe(undefined)
  save.mockResolvedValueOnce({ ad: 'Yeni', not: '', version: 4 })
  await act(async () => now().form.resume())
  expect(onStored).toHaveBeenCalledTimes(1)
  await act(async () => now().form.resume())
  expect(save).toHaveBeenCalledTimes(2)
})

test('a save that the user gave up leaves the form as it was, also for a later login', async () => {
  const { type, submit, save, now, state } = open()
  type('ad', 'Yeni')
  save.mockRejectedValueOnce(new CancelledError())
  await submit()
  expect(visibleProblems(state(), now().form)).toEqual([])
  expect(now()).toMatchObject({ ad: { value: 'Yeni' }, isDirty: true })
  await act(async () => now().form.resume())
  expect(save).toHaveBeenCalledTimes(1)
  save.mockResolvedValueOnce({ ad: 'Yeni', not: '', version: 4 })
  await submit()
  expect(now().isDirty).toBe(false)
})

/** Opens a form in which 'Benim' was typed over version 3 while another user stored version 4. */
async function conflicted() {
  const opened = open()
  opened.type('ad', 'Benim')
  opened.save.mockRejectedValueOnce(refusal('CONFLICT'))
  opened.reload.mockResolvedValueOnce({ ad: 'Onların', not: 'yeni', version: 4 })
  await opened.submit()
  const step = (next: (state: ReturnType<typeof opened.state>) => ReturnType<typeof opened.state>) =>
    act(() => opened.now().form.store.set(next(opened.state())))
  return { ...opened, step }
}

test('after a conflict the typed changes can be applied to the stored values', async () => {
  const { step, now, state, save, submit } = await conflicted()
  expect(now().ad.value).toBe('Benim')
  expect(state().conflict?.theirs.version).toBe(4)
  step((current) => applyMine(RULES, current))
  expect(now()).toMatchObject({ ad: { value: 'Benim' }, not: { value: 'yeni' }, isDirty: true })
  expect(state().conflict).toBe(null)
  save.mockResolvedValueOnce({ ad: 'Benim', not: 'yeni', version: 5 })
  await submit()
  expect(save).toHaveBeenLastCalledWith({ ad: 'Benim', not: 'yeni' }, { version: 4, key: expect.any(String) })
})

test('after a conflict the stored values can be viewed first, and the typed ones are kept', async () => {
  const { step, now, state } = await conflicted()
  step(showTheirs)
  expect(now()).toMatchObject({ ad: { value: 'Onların' }, not: { value: 'yeni' } })
  step((current) => applyMine(RULES, current))
  expect(now()).toMatchObject({ ad: { value: 'Benim' }, not: { value: 'yeni' } })
  expect(state().version).toBe(4)
})

test('after a conflict the typed changes can be discarded', async () => {
  const { step, now } = await conflicted()
  step(dropMine)
  expect(now()).toMatchObject({ ad: { value: 'Onların' }, not: { value: 'yeni' }, isDirty: false })
})

test('the time of the first attempt without a response survives the form, and a later attempt', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 })
  const { save, type, submit, unmount, state } = open({ isNew: true, canQueue: true })
  save.mockRejectedValue(new TRPCClientError('yok'))
  type('ad', 'Ayşe')
  await submit()
  expect(state()).toMatchObject({ triedAt: 1_000, refusal: { isQueued: true } })
  unmount()
  vi.setSystemTime(2_000)
  setDraftToOffer(draftNames()[0] ?? null)
  const again = open({ isNew: true, canQueue: true })
  again.save.mockRejectedValue(new TRPCClientError('yok'))
  again.type('ad', 'Ayşe Kaya')
  await again.submit()
  expect(JSON.parse(readDraft(draftNames()[0] ?? '') ?? '')).toMatchObject({
    triedAt: 1_000,
    waits: true,
    values: { ad: 'Ayşe Kaya' },
  })
  vi.useRealTimers()
})

test('further typing no longer waits to be sent, from the first key on', async () => {
  const { save, type, submit } = open({ isNew: true, canQueue: true })
  save.mockRejectedValue(new TRPCClientError('yok'))
  type('ad', 'Ayşe')
  await submit()
  const stored = () => JSON.parse(readDraft(draftNames()[0] ?? '') ?? '') as { waits?: true; values: Values }
  expect(stored()).toMatchObject({ waits: true, values: { ad: 'Ayşe' } })
  type('ad', 'Ayşe K')
  expect(stored().waits).toBe(undefined)
  expect(stored().values.ad).toBe('Ayşe K')
})

test('a draft survives the form', () => {
  const opened = open()
  opened.type('not', 'yarım')
  opened.unmount()
  const again = open()
  expect(again.now()).toMatchObject({ ad: { value: 'Usta' }, not: { value: 'yarım' }, isDirty: true })
  expect(again.now().form.draft.isRestored).toBe(true)
  act(() => void again.now().form.discard())
  expect(again.now()).toMatchObject({ not: { value: '' }, isDirty: false })
  expect(draftNames('form:7')).toEqual([])
})

test('a draft of an older version is offered next to the stored values', () => {
  const opened = open()
  opened.type('not', 'yarım')
  opened.unmount()
  first.version = 4
  const again = open()
  first.version = 3
  expect(again.now().not.value).toBe('')
  expect(again.state().conflict?.hiddenEdit?.mine).toEqual({ ad: 'Usta', not: 'yarım' })
})

test('an offered draft fills the form only when accepted', () => {
  const opened = open({ mode: 'offer' })
  opened.type('not', 'yarım')
  opened.unmount()
  const again = open({ mode: 'offer' })
  expect(again.now()).toMatchObject({ not: { value: '' }, isDirty: false })
  expect(again.now().form.draft.offer?.values).toEqual({ ad: 'Usta', not: 'yarım' })
  act(() => again.now().form.draft.accept())
  expect(again.now().not.value).toBe('yarım')
  expect(again.now().form.draft.offer).toBe(undefined)
})

test('no draft is stored after a logout', () => {
  const opened = open()
  opened.type('not', 'yarım')
  forgetSession()
  opened.unmount()
  expect(draftNames('form:7')).toEqual([])
})

test('an untouched form follows the stored values, and a dirty one does not', () => {
  const { follow, type, now, state } = open()
  follow({ ad: 'Onların', not: '', version: 4 })
  expect(now().ad.value).toBe('Onların')
  type('ad', 'Benim')
  follow({ ad: 'Başka', not: '', version: 5 })
  expect(now().ad.value).toBe('Benim')
  expect(state().version).toBe(4)
})
