import { createStore } from '#client/lib/store.ts'
import { BASE_PATH } from '#shared/base.ts'
import type { FileFormat } from '#shared/export/schema.ts'

/** A file of the server: its name below `/api/export`, and the screen's filters. */
export interface ExportFile {
  path:
    | 'kayit'
    | 'expense'
    | 'journal'
    | 'stats'
    | 'payments'
    | 'day-ends'
    | 'month'
    | 'debts'
    | 'statement'
    | 'vehicle-history'
    | 'customer-history'
    | 'personal-data'
  params: Readonly<Record<string, string | number | boolean | undefined>>
}

/** Returns the address of a file; opened as a link it is a plain download. */
export function exportAddress({ path, params }: ExportFile, format: FileFormat): string {
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value))
  return `${BASE_PATH}/api/export/${path}?${query}`
}

/** An export that the user has requested and not closed. */
export interface ExportJob {
  id: number
  /** 'Kayıtlar (XLSX)' */
  title: string
  address: string
  /** The unit of the progress: 'kayıt'. */
  unit: string
}

/** The announcement of the last export: its beginning and its end, not its progress. */
export const exportAnnouncement = createStore('')

let lastId = 0

/** The exports in the order of the requests; `ExportPanel` runs them. */
export const exportJobs = createStore<readonly ExportJob[]>([])

export function startExport(job: Omit<ExportJob, 'id'>): void {
  lastId += 1
  exportJobs.set([...exportJobs.get(), { ...job, id: lastId }])
}

export function closeExport(id: number): void {
  exportJobs.set(exportJobs.get().filter((job) => job.id !== id))
}

/** Removes all exports, so that a later login, perhaps of another user, does not begin them again. */
export function removeExports(): void {
  exportJobs.set([])
  exportAnnouncement.set('')
}
