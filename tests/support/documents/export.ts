import { readXlsx as read } from 'hucre/xlsx'
import * as z from 'zod/mini'

import { csvChunks } from '#server/platform/export/file.ts'
import type { Book, Sheet } from '#server/platform/export/sheet.ts'
import { xlsxChunks } from '#server/platform/export/xlsx.ts'

/** Returns a book of these sheets, made on 21.11.2026. */
export const bookOf = (...sheets: Sheet[]): Book => ({
  fileName: 'dosya',
  title: 'Başlık',
  about: '',
  issuedOn: '2026-11-21',
  company: { name: 'Yıldız Oto', tel: '', address: '', logo: null },
  sheets,
})

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await collected(chunks))

export const csvOf = async (book: Book): Promise<string> => (await bytesOf(csvChunks(book))).toString('utf8')

/** Returns the JSON of a book. Throws if it has none. */
export async function jsonOf({ json }: Book): Promise<string> {
  if (json === undefined) throw new Error('a book without JSON')
  return (await collected(json(() => {}))).join('')
}

/** Returns the rows of a CSV without its header; no cell may contain a semicolon or a line break. */
export const csvRows = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';'))

/** Returns the workbook as an independent library reads it. */
export const xlsxOf = async (book: Book) => read(await bytesOf(xlsxChunks(book)), { readStyles: true })

/** Returns the cells of all rows of a sheet. */
export const cellsOf = async ({ batches }: Sheet) => (await collected(batches())).flat()

/** Returns the input of an export from the query of its address. */
export const inputOf = <S extends z.ZodMiniType>(schema: S, query: Record<string, string>): z.output<S> =>
  z.parse(schema, { format: 'CSV', ...query })

/** Returns the name under which a browser saves the file, without its extension. */
export const fileNameOf = ({ headers }: Response) => {
  const [, name = ''] = /filename\*=UTF-8''([\w%-]+)\./.exec(headers.get('content-disposition') ?? '') ?? []
  return decodeURIComponent(name)
}
