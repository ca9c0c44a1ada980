import { formatDay, todayInIstanbul } from '#shared/date.ts'
import { type Day, daysBetween } from '#shared/day.ts'

import type { Cause } from './causes.ts'

/** A reminder to name; `title` is the shop's own name of an 'other' one, or the work that a warranty covers. */
type Named = { cause: Cause; title: string; due_km: number | null }
type Subject = Named & { isByKm: boolean; day: Day; today: Day }

const whole = new Intl.NumberFormat('tr-TR')

/** Returns the name of a reminder: '90.000 km bakımı', 'Muayene', 'Balata garantisi', 'Antifriz'. */
export function reminderTitle({ cause, title, due_km }: Named): string {
  if (cause === 'service') return due_km === null ? 'Bakım' : `${whole.format(due_km)} km bakımı`
  if (cause === 'warranty') return title === '' ? 'Garanti' : `${title} garantisi`
  if (cause === 'other') return title
  return { inspection: 'Muayene', insurance: 'Trafik sigortası', casco: 'Kasko' }[cause]
}

/** Returns the words of a message that follow 'aracınızın': '90.000 km bakımı yaklaştı'. */
export function reminderWords({ cause, title, due_km, isByKm, day, today }: Subject): string {
  const isPast = day < today
  const on = formatDay(day)
  const when = isByKm ? '' : ` (${on})`
  if (cause === 'service') {
    const name = due_km === null ? 'bakımı' : `${whole.format(due_km)} km bakımı`
    return isPast ? `${name}nın zamanı geçti${when}` : `${name} yaklaştı${when}`
  }
  if (cause === 'other') return `${title} zamanı ${isPast ? 'geçti' : 'yaklaştı'}${when}`
  const end = isPast ? 'bitti' : 'bitiyor'
  if (cause === 'inspection') return `muayene süresi ${on} günü ${end}`
  if (cause === 'warranty') return `${title} garantisi ${on} günü ${end}`
  return `${cause === 'casco' ? 'kaskosu' : 'trafik sigortası'} ${on} günü ${end}`
}

/** Returns how far a day is away: 'bugün', 'yarın', '4 gün var', 'dün', '3 gün geçti'. */
export function dayDistance(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  if (Math.abs(days) < 2) return ['dün', 'bugün', 'yarın'][days + 1] ?? ''
  return days > 0 ? `${days} gün var` : `${-days} gün geçti`
}

/** Returns when WhatsApp was opened: 'bugün WhatsApp açıldı'. */
export function openedWords(opened_at: string, today: Day): string {
  const day = todayInIstanbul(new Date(opened_at))
  const days = daysBetween(day, today)
  const when = days === 0 ? 'bugün' : days === 1 ? 'dün' : formatDay(day)
  return `${when} WhatsApp açıldı`
}
