import type { ChangeDetail, FieldChange, ItemChanges } from '#shared/change/schema.ts'
import { OTHER_PERSON } from '#shared/personal-data/rules.ts'

import type { Side, Sides } from './timeline.ts'
import { hidden, isOther, shownIfOwn, shownUnlessOther, type Whose, whoseText } from './whose.ts'

type Text = { title: string; detail: ChangeDetail }
type Value = FieldChange['before']
export type Family = ReadonlySet<number | null>

const PERSON = new Set(['musteri_adi_soyadi', 'musteri_tel', 'tc_vergino'])
const CAR = new Set(['plaka', 'sasi_no', 'motor_no'])

/** A change of a record without what names somebody else; what the record was while it was theirs not is left out. */
export function shownOfRecord(
  { title, detail }: Text,
  sides: Sides,
  of: { whose: Whose; family: Family },
): Text {
  const { before, after } = sides
  const { fields, items, ...rest } = detail
  return {
    title: after.isTheirs ? titleOf(title, after, of.whose) : hidden(title),
    detail: {
      ...rest,
      ...(fields && {
        fields: fields.map((field) => ({
          name: field.name,
          before: valueOn(before, field.name, { value: field.before, ...of }),
          after: valueOn(after, field.name, { value: field.after, ...of }),
        })),
      }),
      ...(items && { items: itemsOn(items, sides) }),
    },
  }
}

function valueOn(
  { isTheirs, person }: Side,
  name: string,
  { value, whose, family }: { value: Value; whose: Whose; family: Family },
): Value {
  if (name === 'customer_id') return value === null || family.has(Number(value)) ? value : OTHER_PERSON
  if (!isTheirs) return typeof value === 'string' ? hidden(value) : null
  if (typeof value !== 'string') return value
  if (PERSON.has(name)) return (isOther(person, whose) ? shownIfOwn : shownUnlessOther)(value, whose)
  return CAR.has(name) ? shownUnlessOther(value, whose) : value
}

/** 'plate · name', of which each may be another one's. */
function titleOf(title: string, { person }: Side, whose: Whose): string {
  const isNamed = (part: string, index: number) => index > 0 || !title.includes(' · ') || part === person.name
  const parts = title
    .split(' · ')
    .map((part, index) =>
      isNamed(part, index) && isOther(person, whose)
        ? shownIfOwn(part, whose)
        : shownUnlessOther(part, whose),
    )
  return [...new Set(parts)].join(' · ')
}

/** Of a record that came from somebody else, or went to them, only the items of its time as theirs. */
function itemsOn({ added, removed, changed }: ItemChanges, { before, after }: Sides): ItemChanges {
  if (before.isTheirs && after.isTheirs) return { added, removed, changed }
  return {
    added: after.isTheirs ? [...added, ...changed.map((one) => one.after)] : [],
    removed: before.isTheirs ? [...removed, ...changed.map((one) => one.before)] : [],
    changed: [],
  }
}

/** A change of a customer or a car: `isTheirs` says that it is this customer, or a car that only they have. */
export function shownOfLinked({ title, detail }: Text, isTheirs: boolean, whose: Whose): Text | null {
  const { other } = detail
  const isNamed = isTheirs || [title, other ?? ''].some((text) => whoseText(text, whose) === 'own')
  if (!isNamed) return null
  return {
    title: isTheirs ? shownUnlessOther(title, whose) : shownIfOwn(title, whose),
    detail: { ...detail, ...(other !== undefined && { other: shownIfOwn(other, whose) }) },
  }
}

/** A change of anything else that names them: only where it does. */
export function shownOfAnything({ title, detail }: Text, whose: Whose): Text | null {
  const isShown = (value: Value) => typeof value === 'string' && whoseText(value, whose) === 'own'
  const value = (one: Value) => (typeof one === 'string' ? shownIfOwn(one, whose) : null)
  const fields = (detail.fields ?? [])
    .filter(({ before, after }) => isShown(before) || isShown(after))
    .map(({ name, before, after }) => ({ name, before: value(before), after: value(after) }))
  if (!isShown(title) && fields.length === 0) return null
  return { title: shownIfOwn(title, whose), detail: fields.length > 0 ? { fields } : {} }
}
