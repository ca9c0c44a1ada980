import { describe, expect, test } from 'vitest'

import {
  changeSearch,
  FEEDBACK_COLUMN_LABELS,
  parseAdminSearch,
  tabOf,
  toFeedbackInput,
  toUserInput,
  USER_COLUMN_LABELS,
} from '#client/features/admin/admin-search.ts'
import {
  firstWrong,
  saveInput,
  shownValue,
  userDraft,
  userProblems,
} from '#client/features/admin/user-values.ts'
import { FEEDBACK_SORTS, feedbackListInput, USER_SORTS, userListInput } from '#shared/admin/schema.ts'

describe('the address of the administration', () => {
  test('leaves out what is the default of its tab', () => {
    const users = { page: 1, size: 15, sort: 'id', dir: 'desc', q: '' }
    expect(parseAdminSearch(users)).toEqual({})
    expect(toUserInput({})).toEqual(users)
    const feedbacks = { page: 1, size: 20, sort: 'created_at', dir: 'desc', q: '' }
    expect(parseAdminSearch({ tab: 'feedbacks', ...feedbacks })).toEqual({ tab: 'feedbacks' })
    expect(toFeedbackInput({ tab: 'feedbacks' })).toEqual(feedbacks)
  })

  test('drops what is of the other tab or makes no sense', () => {
    expect(parseAdminSearch({ sort: 'created_at', size: 12, tab: 'x', dir: 'yukarı' })).toEqual({})
    expect(parseAdminSearch({ tab: 'feedbacks', sort: 'username', size: 15 })).toEqual({ tab: 'feedbacks' })
    expect(tabOf(parseAdminSearch({ tab: 'feedbacks' }))).toBe('feedbacks')
    expect(tabOf({})).toBe('users')
  })

  test('leads back to page 1 with any change but that of the page', () => {
    expect(changeSearch({ page: 4, q: 'a' }, { q: 'ab' })).toEqual({ q: 'ab' })
    expect(changeSearch({ page: 4, q: 'a' }, { page: 5 })).toEqual({ page: 5, q: 'a' })
  })

  test('is understood by the server, every column of it', () => {
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
  test('sends the fields with the key, and the version of a stored one', () => {
    const sent = saveInput(userDraft(USER), { id: 4, password: '', key: 'anahtar-1' })
    expect(sent).toMatchObject({
      id: 4,
      username: 'usta',
      auth: '3',
      license_end_date: '2027-01-31',
      version: 6,
      key: 'anahtar-1',
    })
    const created = saveInput(userDraft(null), { id: 0, password: 'gizli', key: 'anahtar-1' })
    expect(created).toMatchObject({ id: 0, auth: '0', new_password: 'gizli', key: 'anahtar-1' })
    expect(created).not.toHaveProperty('version')
  })

  test('finds what the server would refuse, in the order of the form', () => {
    expect(userProblems(userDraft(USER).values, '', { stored: USER })).toEqual({})
    const { values } = userDraft(null)
    expect(userProblems(values, '', { stored: null })).toEqual({
      username: 'Kullanıcı adı ve e-posta zorunlu.',
      new_password: 'Yeni kullanıcı için parola zorunlu.',
    })
    const wrong = { ...values, username: 'usta', email: 'usta', license_end_date: '31.02.2027' }
    const problems = userProblems(wrong, 'abc', { stored: USER })
    expect(problems).toEqual({
      email: 'Geçersiz e-posta adresi.',
      license_end_date: 'Geçersiz tarih.',
      new_password: 'Parola en az 4 karakter olmalı.',
    })
    expect(firstWrong(problems)).toBe('email')
    const without = { ...userDraft(USER).values, email: '' }
    expect(userProblems(without, '', { stored: USER })).toEqual({
      email: 'Kullanıcı adı ve e-posta zorunlu.',
    })
    expect(userProblems(without, '', { stored: { ...USER, email: '' } })).toEqual({})
  })

  test('shows stored values as a person reads them', () => {
    expect(shownValue('auth', '3')).toBe('Admin')
    expect(shownValue('license_end_date', '2027-01-31')).toBe('31.01.2027')
    expect(shownValue('company_name', 'Usta Oto')).toBe('Usta Oto')
  })
})
