import { createStore } from '#client/lib/store.ts'
import { BASE_PATH } from '#shared/base.ts'
import type { FileFormat } from '#shared/export/schema.ts'

/** A file of the server: its name below `/api/export`, and the filters of the screen. */
export interface ExportFile {
  path: 'kayit' | 'expense' | 'journal' | 'stats' | 'vehicle-history' | 'customer-history' | 'personal-data'
  params: Readonly<Record<string, string | number | boolean | undefined>>
}

/** The address of a file; opened as a link it is a plain download. */
export function exportAddress({ path, params }: ExportFile, format: FileFormat): string {
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value))
  return `${BASE_PATH}/api/export/${path}?${query}`
}

/** An export that the user asked for and has not closed. */
export interface ExportJob {
  id: number
  /** 'Kayıtlar (XLSX)' */
  title: string
  address: string
  /** What the progress counts: 'kayıt'. */
  unit: string
}

/** What became of the last export, to be read aloud: only how it began and ended, not its progress. */
export const exportNews = createStore('')

let lastId = 0

/** The exports in the order in which they were asked for; `ExportPanel` carries them out. */
export const exportJobs = createStore<readonly ExportJob[]>([])

export function startExport(job: Omit<ExportJob, 'id'>): void {
  lastId += 1
  exportJobs.set([...exportJobs.get(), { ...job, id: lastId }])
}

export function closeExport(id: number): void {
  exportJobs.set(exportJobs.get().filter((job) => job.id !== id))
}

/** A later login must not begin them again, least of all another user's. */
export function forgetExports(): void {
  exportJobs.set([])
  exportNews.set('')
}
