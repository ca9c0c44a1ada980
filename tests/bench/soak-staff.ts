import { randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { BASE_PATH } from '#shared/base.ts'
import { SESSION_COOKIE } from '#shared/options.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'

/** The pause between two actions of a member of staff, in ms. */
const THINK = { least: 2_000, most: 6_000 }
/** The pause before a refused or unanswered save is sent again, in ms. */
const AGAIN_MS = 1_000

/** The number of times that each action occurs among a hundred. */
const MIX = {
  list: 30,
  search: 14,
  'open a record': 22,
  save: 9,
  edit: 9,
  expenses: 4,
  'save an expense': 2,
  statistics: 4,
  changes: 4,
  PDF: 2,
} as const
export type Kind = keyof typeof MIX | 'login'
const WORDS = ['yıldırım', 'kaya', '34', 'er', 'fren', '16 a', 'öz', 'demir']

/** A call and its end, in ms since the start of the run. */
export type Call = { kind: Kind; status: number | string; ms: number; at: number }

/** The expected record of an acknowledged save: its shop, its name and its sum. */
export type Saved = { shop: number; name: string; kurus: number }

type Own = { id: number; version: number; saved: Saved }
type Answer = { status: number | string; headers: IncomingHttpHeaders; text: string }
type Shared = { origin: string; calls: Call[]; saved: Map<string, Saved>; stop: AbortSignal }

/** A member of a shop's staff, who acts until `stop`, one action after the other. Only owners read the change log. */
export class Staff {
  readonly #user: TestUser & { shop_id: number }
  readonly #shared: Shared
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 })
  #cookie = ''
  /** Records that the last list showed. */
  #seen: number[] = []
  /** The record that this member stored last; no other member edits it. */
  #own: Own | null = null
  #rounds = 0

  constructor(user: TestUser & { shop_id: number }, shared: Shared) {
    this.#user = user
    this.#shared = shared
  }

  /** Logs in, including the step in which a new user accepts the notice. */
  async logIn(): Promise<void> {
    const { username, password } = this.#user
    const asked = await this.#post('login', 'auth.login', { username, password, remember: true })
    const [, pending] = /"pending":"([^"]+)"/.exec(asked.text) ?? []
    const entered =
      pending === undefined
        ? asked
        : await this.#post('login', 'auth.acceptConsent', { pending, accepted: true })
    const cookies = (entered.headers['set-cookie'] ?? []).map((one) => one.split(';')[0])
    if (!cookies.some((cookie) => cookie?.startsWith(`${SESSION_COOKIE}=`)))
      throw new Error(`The login was ${entered.status}: ${entered.text.slice(0, 200)}`)
    this.#cookie = cookies.join('; ')
  }

  async work(): Promise<void> {
    // The random pause prevents that all members start at once.
    await this.#think(Math.random() * THINK.most)
    while (!this.#shared.stop.aborted) {
      await this.#act(drawKind())
      await this.#think(THINK.least + Math.random() * (THINK.most - THINK.least))
    }
    this.#agent.destroy()
  }

  async #act(kind: Kind): Promise<void> {
    const [first] = this.#seen
    if (kind === 'search') await this.#get(kind, 'kayit.list', { q: WORDS[this.#rounds++ % WORDS.length] })
    else if (kind === 'open a record' && first !== undefined)
      await this.#get(kind, 'kayit.get', { kayit_id: this.#anySeen() })
    else if (kind === 'save') await this.#save()
    else if (kind === 'edit') await (this.#own === null ? this.#save() : this.#edit(this.#own))
    else if (kind === 'expenses') await this.#get(kind, 'expense.list', {})
    else if (kind === 'save an expense') await this.#saveExpense()
    else if (kind === 'statistics') await this.#get(kind, 'stats.get', { month: 10, year: 2026 })
    else if (kind === 'changes' && this.#user.id === this.#user.shop_id)
      await this.#get(kind, 'change.list', {})
    else if (kind === 'PDF' && first !== undefined)
      await this.#send(kind, `/api/createPdf.php?id=${this.#anySeen()}`)
    else await this.#list()
  }

  async #list(): Promise<void> {
    const { status, text } = await this.#get('list', 'kayit.list', { dir: 'desc' })
    if (status === 200) this.#seen = [...text.matchAll(/"kayit_id":(\d+)/g)].map(([, id]) => Number(id))
  }

  #anySeen = (): number | undefined => this.#seen[Math.floor(Math.random() * this.#seen.length)]

  async #save(): Promise<void> {
    const name = `Soak ${this.#user.id} ${this.#rounds++}`
    const islemler = [item('Motor yağı', 480_00, 1), item('İşçilik', 100_00 + (this.#rounds % 50) * 100, 1)]
    const info = { musteri_adi_soyadi: name, plaka: `34 SK ${this.#user.id}`, giris_tarihi: '2026-11-20' }
    const input = { info, islemler, key: randomUUID() }
    await this.#store('save', input, { shop: this.#user.shop_id, name, kurus: sumOf(islemler) })
  }

  async #edit({ id, version, saved }: Own): Promise<void> {
    const islemler = [item('Motor yağı', 480_00, 1 + (this.#rounds++ % 4))]
    const input = { id, version, info: { aciklama: 'Düzenlendi' }, islemler, key: randomUUID() }
    await this.#store('edit', input, { ...saved, kurus: sumOf(islemler) })
  }

  /** Repeats the save with the same key until it is acknowledged, even after the end of the run. */
  async #store(kind: 'save' | 'edit', input: object, saved: Saved): Promise<void> {
    for (;;) {
      const { status, text } = await this.#post(kind, 'kayit.save', input)
      if (status === 200) {
        const [, id] = /"kayit":\{[^{}]*"id":(\d+)/.exec(text) ?? []
        const [, version] = /"version":(\d+)/.exec(text) ?? []
        this.#own = { id: Number(id), version: Number(version), saved }
        this.#shared.saved.set(saved.name, saved)
        return
      }
      if (typeof status === 'number' && status !== 503) return
      await sleep(AGAIN_MS)
    }
  }

  async #saveExpense(): Promise<void> {
    const expense = { title: 'Kira', amount_kurus: 1_000_00, spend_date: '2026-11-19', key: randomUUID() }
    await this.#post('save an expense', 'expense.save', expense)
  }

  #get(kind: Kind, procedure: string, input: object): Promise<Answer> {
    const query = encodeURIComponent(JSON.stringify({ json: input }))
    return this.#send(kind, `${BASE_PATH}/api/trpc/${procedure}?input=${query}`)
  }

  #post(kind: Kind, procedure: string, input: object): Promise<Answer> {
    return this.#send(kind, `${BASE_PATH}/api/trpc/${procedure}`, JSON.stringify({ json: input }))
  }

  async #send(kind: Kind, path: string, body?: string): Promise<Answer> {
    const { origin, calls } = this.#shared
    const began = performance.now()
    const headers = { cookie: this.#cookie, 'sec-fetch-site': 'same-origin' }
    const answer = await answerOf(new URL(path, origin), { agent: this.#agent, headers, body })
    const at = performance.now()
    calls.push({ kind, status: answer.status, ms: at - began, at })
    return answer
  }

  async #think(ms: number): Promise<void> {
    // The end of the run ends every pause.
    await sleep(ms, undefined, { signal: this.#shared.stop }).catch(() => {})
  }
}

type Sent = { agent: Agent; headers: Record<string, string>; body: string | undefined }

/** Sends a request again if the panel closed its idle connection just then, as browsers do. */
function answerOf(url: URL, sent: Sent): Promise<Answer> {
  const { agent, body } = sent
  const headers = body === undefined ? sent.headers : { ...sent.headers, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const call = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' })
    const failed = ({ code, message }: NodeJS.ErrnoException) =>
      resolve({ status: code ?? message, headers: {}, text: '' })
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' && call.reusedSocket) resolve(answerOf(url, sent))
      else failed(error)
    })
    call.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', failed)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    call.end(body)
  })
}

const item = (islem_adi: string, fiyat_kurus: number, islem_adet: number) => ({
  islem_adi,
  fiyat_kurus,
  islem_adet,
})
const sumOf = (items: ReturnType<typeof item>[]): number =>
  items.reduce((sum, { fiyat_kurus, islem_adet }) => sum + fiyat_kurus * islem_adet, 0)

function drawKind(): Kind {
  let rest = Math.random() * Object.values(MIX).reduce((sum, share) => sum + share, 0)
  for (const [kind, share] of Object.entries(MIX)) {
    rest -= share
    if (rest < 0) return kind as Kind
  }
  return 'list'
}
