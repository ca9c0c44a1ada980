import { describe, expect, test } from 'vitest'

import { parseAdminSearch, tabOf, toFeedbackInput, toUserInput } from '#client/features/admin/admin-search.ts'
import { FEEDBACK_COLUMN_LABELS, USER_COLUMN_LABELS } from '#client/features/admin/column-labels.ts'
import { changeSearch } from '#client/features/admin/admin-state.ts'
import { saveInput, snapshotOf, USER_RULES, userProblems } from '#client/features/admin/user-values.ts'
import { differences } from '#client/forms/merge.ts'
import { FEEDBACK_SORTS, feedbackListInput, USER_SORTS, userListInput } from '#shared/admin/schema.ts'

describe('the address of the administration', () => {
  test('the address omits the defaults of its tab', () => {
    const users = { page: 1, size: 15, sort: 'id', dir: 'desc', q: '' }
    expect(parseAdminSearch(users)).toEqual({})
    expect(toUserInput({})).toEqual(users)
    const feedbacks = { page: 1, size: 20, sort: 'created_at', dir: 'desc', q: '' }
    expect(parseAdminSearch({ tab: 'feedbacks', ...feedbacks })).toEqual({ tab: 'feedbacks' })
    expect(toFeedbackInput({ tab: 'feedbacks' })).toEqual(feedbacks)
  })

  test('the address omits parameters of the other tab and invalid ones', () => {
    expect(parseAdminSearch({ sort: 'created_at', size: 12, tab: 'x', dir: 'yukarı' })).toEqual({})
    expect(parseAdminSearch({ tab: 'feedbacks', sort: 'username', size: 15 })).toEqual({ tab: 'feedbacks' })
    expect(tabOf(parseAdminSearch({ tab: 'feedbacks' }))).toBe('feedbacks')
    expect(tabOf({})).toBe('users')
  })

  test('every change except that of the page leads to page 1', () => {
    expect(changeSearch({ page: 4, q: 'a' }, { q: 'ab' })).toEqual({ q: 'ab' })
    expect(changeSearch({ page: 4, q: 'a' }, { page: 5 })).toEqual({ page: 5, q: 'a' })
  })

  test('every sort column of the address is accepted by the server', () => {
    expect(Object.keys(USER_COLUMN_LABELS).toSorted()).toEqual([...USER_SORTS].toSorted())
    expect(Object.keys(FEEDBACK_COLUMN_LABELS).toSorted()).toEqual([...FEEDBACK_SORTS].toSorted())
    expect(userListInput.safeParse(toUserInput({})).success).toBe(true)
    expect(feedbackListInput.safeParse(toFeedbackInput({ tab: 'feedbacks' })).success).toBe(true)
  })
})

const USER = {
  id: 4,
  username: 'usta',
  email: 'usta@ornek.test',
  name_surname: 'Ali Usta',
  company_name: 'Usta Oto',
  company_tel: '',
  company_adress: '',
  company_logo: '',
  license_type: 'Özel',
  license_end_date: '2027-01-31',
  auth: 3,
  version: 6,
}

describe('the form of a user', () => {
  const values = snapshotOf(USER).values

  test('the form sends its fields with the key, and with the version of a stored user', () => {
    expect(saveInput(values, { id: 4, version: 6, key: 'anahtar-1' })).toMatchObject({
      id: 4,
      username: 'usta',
      auth: '3',
      license_end_date: '2027-01-31',
      version: 6,
      key: 'anahtar-1',
    })
    const withoutEnd = snapshotOf({ ...USER, license_end_date: null })
    expect(withoutEnd.values.license_end_date).toBe('')
    expect(saveInput(withoutEnd.values, { id: 4, key: 'anahtar-1' })).toMatchObject({
      license_end_date: null,
    })
    expect(snapshotOf(USER).version).toBe(6)
    expect(snapshotOf(null)).toMatchObject({ values: { auth: '0', username: '' }, version: null })
  })

  test('the form finds every problem that the server would refuse', () => {
    expect(userProblems(values, USER)).toEqual([])
    const fresh = snapshotOf(null).values
    expect(userProblems(fresh, null)).toEqual([
      { names: ['username'], message: 'Kullanıcı adı ve e-posta zorunlu.' },
      { names: ['new_password'], message: 'Yeni kullanıcı için parola zorunlu.' },
    ])
    const wrong = {
      ...fresh,
      username: 'usta',
      email: 'usta',
      license_end_date: '31.02.2027',
      new_password: 'abc',
    }
    expect(userProblems(wrong, USER)).toEqual([
      { names: ['email'], message: 'Geçersiz e-posta adresi.' },
      { names: ['license_end_date'], message: 'Geçersiz tarih.' },
      { names: ['new_password'], message: 'Parola en az 4 karakter olmalı.' },
    ])
    const without = { ...values, email: '' }
    expect(userProblems(without, USER)).toEqual([
      { names: ['email'], message: 'Kullanıcı adı ve e-posta zorunlu.' },
    ])
    expect(userProblems(without, { ...USER, email: '' })).toEqual([])
  })

  test('differences are described in readable words, and the password is never shown', () => {
    const mine = { ...values, auth: '0', license_end_date: '2028-01-31', new_password: 'gizli' }
    expect(differences(USER_RULES, { mine, theirs: values })).toEqual([
      { label: 'Yetki', theirs: 'Admin', mine: 'Kullanıcı' },
      { label: 'Lisans bitişi', theirs: '31.01.2027', mine: '31.01.2028' },
    ])
  })
})
