// @vitest-environment jsdom
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ErrorSummary } from '#client/forms/error-summary.tsx'
import type { TouchedFields } from '#client/forms/form-state.ts'
import type { ControlName } from '#client/forms/problems.ts'
import { changeField, useField, useIsDirty } from '#client/forms/use-field.ts'
import { type FormSettings, useForm } from '#client/forms/use-form.ts'
import { draftNames, dropDrafts, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { beginSession, forgetSession } from '#client/lib/session.ts'
import { act, render, renderHook, screen } from '#tests/client/render.ts'
import { sessionUserOf } from '#tests/client/session-user.ts'

/** The values of a form: a list counts as one field; the next entry is typed into `yeni`, which is never sent. */
interface Values {
  ad: string
  satirlar: string[]
  yeni: string
}
type Stored = Values & { version: number }

const RULES: FormSettings<Values, Stored>['rules'] = {
  ad: { label: 'Ad' },
  satirlar: { label: 'Satırlar', isSame: (a, b) => a.join() === b.join() },
  yeni: { label: 'Yeni satır', isUnsent: true },
}
const USER = sessionUserOf({ id: 7 })
const first: Stored = { ad: 'Usta', satirlar: ['yağ'], yeni: '', version: 3 }
const snapshotOf = ({ version, ...values }: Stored) => ({ values, version })
const refusal = (field: string) =>
  TRPCClientError.from({
    error: { message: 'Olmadı.', code: -32_000, data: { code: 'INVALID', field } },
  } as never)

const problems = ({ ad, satirlar }: Values, touched?: TouchedFields) => [
  ...(ad === '' && touched?.left.includes('ad') !== false
    ? [{ names: ['ad' as const], message: 'Ad zorunlu.' }]
    : []),
  ...satirlar.flatMap((satir, i) =>
    satir === ''
      ? [{ names: [`satirlar.${i}` as ControlName<Values>], message: `${i + 1}. satır boş.` }]
      : [],
  ),
]

/** Text typed into the add area becomes an entry of the list; blank text stays there. */
const prepare = (values: Values) =>
  values.yeni.trim() === '' ? values : { ...values, satirlar: [...values.satirlar, values.yeni], yeni: '' }

function open(change: Partial<FormSettings<Values, Stored>> = {}) {
  const save = vi.fn<(values: Values) => Promise<Stored>>()
  const { result, unmount } = renderHook(() => {
    const form = useForm<Values, Stored>({
      rules: RULES,
      stored: snapshotOf(first),
      validate: problems,
      prepare,
      draft: { name: 'form:7:1', mode: 'offer', about: ({ ad }) => ad },
      save,
      snapshotOf,
      onStored: () => {},
      failureMessage: (error) => (error as Error).message,
      ...change,
    })
    return { form, ad: useField(form, 'ad'), list: useField(form, 'satirlar'), isDirty: useIsDirty(form) }
  })
  return {
    save,
    unmount,
    now: () => result.current,
    state: () => result.current.form.store.get(),
    type: <K extends keyof Values>(name: K, value: Values[K]) =>
      act(() => changeField(result.current.form.store, name, () => value)),
    submit: (begin?: Parameters<typeof result.current.form.submit>[0]) =>
      act(async () => result.current.form.submit(begin)),
  }
}

beforeEach(() => beginSession(USER))
afterEach(() => {
  dropDrafts(USER.id)
  forgetSession()
})

describe('text typed into the add area', () => {
  test('a save adds the typed entry, even when it is refused', async () => {
    const { type, submit, save, state } = open()
    type('ad', '')
    type('yeni', 'balata')
    await submit()
    expect(save).not.toHaveBeenCalled()
    expect(state().values).toEqual({ ad: '', satirlar: ['yağ', 'balata'], yeni: '' })
    type('ad', 'Usta')
    save.mockResolvedValueOnce({ ...first, satirlar: ['yağ', 'balata'], version: 4 })
    await submit()
    expect(save).toHaveBeenCalledTimes(1)
    expect(state().values.satirlar).toEqual(['yağ', 'balata'])
  })

  test('a blank entry is not added and stays typed', async () => {
    const { type, submit, save, state, now } = open()
    type('yeni', ' ')
    type('ad', 'Usta Oto')
    save.mockResolvedValueOnce({ ...first, ad: 'Usta Oto', version: 4 })
    await submit()
    expect(state().values).toEqual({ ad: 'Usta Oto', satirlar: ['yağ'], yeni: ' ' })
    expect(now().isDirty).toBe(true)
  })
})

test('a form that closes after its save shows what was sent, stores no draft, and starts no second save', async () => {
  const { type, submit, save, state, now, unmount } = open({ closesAfterSave: true })
  type('ad', ' usta ')
  save.mockResolvedValueOnce({ ...first, ad: 'usta', version: 4 })
  await submit()
  expect(state()).toMatchObject({ phase: 'done', values: { ad: ' usta ' } })
  expect(now().isDirty).toBe(false)
  await submit()
  expect(save).toHaveBeenCalledTimes(1)
  unmount()
  expect(draftNames('form:7')).toEqual([])
})

test('a save attempt starts only with valid values and is notified of its end', async () => {
  const { type, submit, save } = open()
  const end = { onStored: vi.fn<(stored: Stored) => void>(), onRefused: vi.fn<() => void>() }
  const begin = vi.fn<() => typeof end>(() => end)
  type('ad', '')
  await submit(begin)
  expect(begin).not.toHaveBeenCalled()
  type('ad', 'Usta Oto')
  save.mockRejectedValueOnce(refusal('ad'))
  await submit(begin)
  expect([begin, end.onRefused, end.onStored].map((call) => call.mock.calls.length)).toEqual([1, 1, 0])
  const stored = { ...first, ad: 'Usta Oto', version: 4 }
  save.mockResolvedValueOnce(stored)
  await submit(begin)
  expect(end.onStored).toHaveBeenCalledExactlyOnceWith(stored)
})

test('a server problem with another field name is shown at its control', async () => {
  const { submit, save, now } = open({ controlName: (field) => field.replace(/^bilgi\./, '') })
  save.mockRejectedValueOnce(refusal('bilgi.ad'))
  await submit()
  expect(now().ad.error).toBe('Olmadı.')
})

test('a live form shows problems of touched fields and sends nothing invalid', async () => {
  const { type, submit, save, now } = open({ isLive: true })
  type('ad', '')
  expect(now().ad.error).toBe(undefined)
  act(() => now().ad.blurProps.onBlur?.())
  expect(now().ad.error).toBe('Ad zorunlu.')
  const untouched = open({ isLive: true })
  untouched.type('ad', '')
  await untouched.submit()
  await submit()
  expect([save, untouched.save].map((call) => call.mock.calls.length)).toEqual([0, 0])
})

describe('the offer of drafts', () => {
  const keep = (ad: string) => {
    const { type, unmount } = open()
    type('ad', ad)
    unmount()
  }

  test('drafts are offered one after another, the newest first, and newly typed text is kept', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000 })
    keep('bir')
    vi.setSystemTime(2_000)
    keep('iki')
    vi.useRealTimers()
    const { now, type } = open()
    expect(now().form.draft.offer?.about).toBe('iki')
    act(() => now().form.draft.refuse())
    expect(now().form.draft.offer?.about).toBe('bir')
    type('satirlar', ['filtre'])
    act(() => now().form.draft.accept())
    expect(now()).toMatchObject({ ad: { value: 'bir' }, list: { value: ['yağ'] } })
    expect(now().form.draft.offer?.values.satirlar).toEqual(['filtre'])
    expect(draftNames('form:7')).toHaveLength(2)
  })

  test('other drafts stay after a save of the form that offers them', async () => {
    keep('bir')
    const { type, submit, save, now } = open()
    type('ad', 'iki')
    save.mockResolvedValueOnce({ ...first, ad: 'iki', version: 4 })
    await submit()
    expect(now().form.draft.offer?.about).toBe('bir')
  })

  test.each([
    ['no JSON', '{'],
    ['something else', '{"a":1}'],
    ['of another form', JSON.stringify({ key: 'k', savedAt: 1, base: { values: {} }, values: {}, line: {} })],
    [
      'without a list',
      JSON.stringify({ key: 'k', savedAt: 1, base: first, values: { ...first, satirlar: {} } }),
    ],
    ['without a time', JSON.stringify({ key: 'k', base: first, values: first })],
  ])('no draft is offered where the text is %s, and the text stays', (_what, text) => {
    writeDraft('form:7:1:k', text)
    expect(open().now().form.draft.offer).toBe(undefined)
    expect(readDraft('form:7:1:k')).toBe(text)
  })
})

describe('the error summary', () => {
  /** Opens a form with two controls and the summary above them. */
  function show() {
    const opened = open()
    render(
      <form>
        <ErrorSummary form={opened.now().form} />
        <input name="ad" />
        <input name="satirlar.1" />
      </form>,
    )
    return opened
  }
  const focused = () => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent

  test('each refused attempt focuses the summary, and each line leads to its control', async () => {
    const { type, submit } = show()
    expect(screen.queryByRole('alert')).toBeNull()
    type('ad', '')
    type('satirlar', ['yağ', ''])
    await submit()
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    act(() => screen.getByRole('link', { name: '2. satır boş.' }).click())
    expect(focused()).toBe('satirlar.1')
    type('satirlar', ['yağ'])
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Ad zorunlu.'])
    type('satirlar', [''])
    expect(focused()).toBe('satirlar.1')
    await submit()
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  })

  test('a problem of a whole list leads to the first control of the list', async () => {
    const { type, submit, save } = show()
    type('ad', 'Usta Oto')
    save.mockRejectedValueOnce(refusal('satirlar'))
    await submit()
    act(() => screen.getByRole('link', { name: 'Olmadı.' }).click())
    expect(focused()).toBe('satirlar.1')
  })

  test('the summary does not take the focus from a user who continues typing', async () => {
    const { type, submit, save } = show()
    const answer = Promise.withResolvers<Stored>()
    save.mockReturnValueOnce(answer.promise)
    await submit()
    document.querySelector<HTMLInputElement>('[name="ad"]')?.focus()
    type('ad', 'sonra')
    await act(async () => answer.reject(refusal('satirlar')))
    screen.getByRole('alert')
    expect(focused()).toBe('ad')
  })
})
