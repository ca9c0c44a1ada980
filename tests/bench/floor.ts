import { createHash } from 'node:crypto'

import { type Context, Hono } from 'hono'
import type postgres from 'postgres'

/** The shop of the session; each request looks the hashed token up. */
type Env = { Variables: { shop: number } }

const PAGE = 20

/**
 * Returns the floor that the product is compared with: bare Hono and postgres.js with SQL written by hand, the same
 * content, and a session looked up by its hashed token. It has no validation, log, header, refusal or version check.
 */
export function floorApp(sql: postgres.Sql): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    const hash = createHash('sha256')
      .update(c.req.header('session-id') ?? '')
      .digest()
    const [session] = await sql<{ user_id: number }[]>`
      select s.user_id, u.username, u.auth from sessions s join users u on u.id = s.user_id
      where s.token_hash = ${hash} and s.expires_at > now() and u.deleted_at is null`
    if (session === undefined) return c.json({ success: false }, 401)
    c.set('shop', session.user_id)
    return next()
  })

  app.get('/first', async (c) => c.json(await listed(sql, c, { order: sql`cikis_tarihi nulls first` })))
  app.get('/late', async (c) => c.json(await listed(sql, c, { order: sql`customer_sort_key`, page: 40 })))
  app.get('/month', async (c) =>
    c.json(
      await listed(sql, c, {
        where: sql`and day >= ${String(c.req.query('from'))} and day < ${String(c.req.query('until'))}`,
        order: sql`cikis_tarihi nulls first`,
      }),
    ),
  )
  app.get('/open', async (c) =>
    c.json(
      await listed(sql, c, {
        where: sql`and (durum = 'Devam Ediyor' or cikis_tarihi is null)`,
        order: sql`cikis_tarihi nulls first`,
      }),
    ),
  )
  app.get('/search', async (c) => {
    const word = `%${c.req.query('q')}%`
    const where = sql`and (search_name like ${word} or search_vehicle like ${word})`
    return c.json(await listed(sql, c, { where, order: sql`cikis_tarihi nulls first` }))
  })

  app.get('/record', async (c) => {
    const id = Number(c.req.query('id'))
    const shop = c.get('shop')
    const [[kayit], islemler, belgeler] = await Promise.all([
      sql`select id, musteri_adi_soyadi, musteri_tel, musteri_talebi, sasi_no, arac_marka, arac_model, km_bilgisi,
        model_yili, motor_no, tc_vergino, plaka, aciklama, private_note, durum, giris_tarihi, cikis_tarihi,
        kayit_tarihi, shop_id, version, updated_at
        from kayit where shop_id = ${shop} and id = ${id} and deleted_at is null`,
      sql`select id, islem_adi, islem_adet, fiyat_kurus from islem where shop_id = ${shop} and kayit_id = ${id} order by position`,
      sql`select id, ad, tur, boyut, url from belge where shop_id = ${shop} and kayit_id = ${id} order by id`,
    ])
    return kayit === undefined ? c.json({ success: false }, 404) : c.json({ kayit, islemler, belgeler })
  })

  app.get('/stats', async (c) => {
    const [from, until, earlier] = [c.req.query('from'), c.req.query('until'), c.req.query('earlier')].map(
      String,
    )
    const days = (first: string, last: string) => [
      sql`select day, durum, count, priced_count, toplam_kurus from day_totals
        where shop_id = ${c.get('shop')} and month = ${first} and day >= ${first} and day < ${last}`,
      sql`select spend_date as day, count(*) as count, sum(amount_kurus) as tutar_kurus from expense
        where shop_id = ${c.get('shop')} and deleted_at is null and spend_date >= ${first} and spend_date < ${last}
        group by spend_date`,
    ]
    const answers = await Promise.all([
      ...days(from ?? '', until ?? ''),
      ...days(earlier ?? '', from ?? ''),
      sql`select durum, sum(count) as k, sum(toplam_kurus) as g from status_totals
        where shop_id = ${c.get('shop')} and count > 0 group by durum`,
      sql`select sum(amount_kurus) as e from expense where shop_id = ${c.get('shop')} and deleted_at is null`,
      sql`select islem_adi_upper, count from operation_totals where shop_id = ${c.get('shop')} and month = ${from ?? ''}
        order by count desc, name_sort_key, islem_adi_upper limit 10`,
    ])
    return c.json(answers)
  })

  app.get('/expenses', async (c) => {
    const shop = c.get('shop')
    const [[counted], items] = await Promise.all([
      sql`select count(*) as total, sum(amount_kurus) as toplam_kurus from expense
        where shop_id = ${shop} and deleted_at is null`,
      sql`select id, title, amount_kurus, spend_date, spread_date, note, method, category, vat_rate, version from expense
        where shop_id = ${shop} and deleted_at is null order by coalesce(spread_date, spend_date) desc, id limit ${PAGE}`,
    ])
    return c.json({ ...counted, items })
  })

  app.post('/save', async (c) => c.json(await save(sql, c)))
  return app
}

type Asked = { where?: postgres.Fragment; order: postgres.Fragment; page?: number }

async function listed(sql: postgres.Sql, c: Context<Env>, { where, order, page = 1 }: Asked) {
  const shop = c.get('shop')
  const filter = where ?? sql``
  const [counts, items] = await Promise.all([
    // A hand-written list, too, would take the counts of an unfiltered list from the totals.
    where === undefined
      ? sql<{ durum: string; count: number }[]>`
          select durum, sum(count) as count from day_totals where shop_id = ${shop} group by durum`
      : sql<{ durum: string; count: number }[]>`
          select durum, count(*) as count from kayit
          where shop_id = ${shop} and deleted_at is null ${filter} group by durum`,
    sql`select id as kayit_id, musteri_adi_soyadi, musteri_tel, sasi_no, plaka, arac_marka, arac_model, islem_sayisi,
        toplam_kurus, giris_tarihi, cikis_tarihi, kayit_tarihi, durum, version
      from kayit where shop_id = ${shop} and deleted_at is null ${filter}
      order by ${order}, id limit ${PAGE} offset ${(page - 1) * PAGE}`,
  ])
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return { items, total, statuses: counts.map(({ durum }) => durum) }
}

type Sent = {
  json: {
    info: { musteri_adi_soyadi: string; plaka: string; giris_tarihi: string }
    islemler: { islem_adi: string; islem_adet: number; fiyat_kurus: number }[]
  }
}

/** Stores a record, its items, and the sums that the lists and the statistics read. */
async function save(sql: postgres.Sql, c: Context<Env>) {
  const { info, islemler } = (await c.req.json<Sent>()).json
  const shop = c.get('shop')
  const total = islemler.reduce((sum, item) => sum + item.islem_adet * item.fiyat_kurus, 0)
  const day = info.giris_tarihi
  const month = `${day.slice(0, 7)}-01`
  return sql.begin(async (trx) => {
    const [kayit] = await trx`
      insert into kayit ${trx({
        ...info,
        shop_id: shop,
        durum: 'Devam Ediyor',
        kayit_tarihi: day,
        day: day,
        islem_sayisi: islemler.length,
        toplam_kurus: total,
        customer_sort_key: info.musteri_adi_soyadi,
        search_name: info.musteri_adi_soyadi,
        search_vehicle: info.plaka,
        vin_sort_key: '',
        plate_sort_key: info.plaka,
        status_sort_key: 'Devam Ediyor',
      })} returning id, version, updated_at`
    const rows = islemler.map((item, position) => ({
      ...item,
      shop_id: shop,
      kayit_id: kayit?.['id'] as number,
      position,
      islem_adi_upper: item.islem_adi,
    }))
    const stored = await trx`insert into islem ${trx(rows)} returning id`
    await Promise.all([
      trx`insert into day_totals (shop_id, month, day, durum, count, priced_count, toplam_kurus)
        values (${shop}, ${month}, ${day}, 'Devam Ediyor', 1, 1, ${total})
        on conflict (shop_id, month, day, durum) do update set count = day_totals.count + 1,
          priced_count = day_totals.priced_count + 1, toplam_kurus = day_totals.toplam_kurus + excluded.toplam_kurus`,
      trx`insert into operation_totals ${trx(
        rows.map(({ islem_adi_upper, islem_adet, fiyat_kurus }) => ({
          shop_id: shop,
          month: month,
          islem_adi_upper,
          name_sort_key: islem_adi_upper,
          count: islem_adet,
          gelir_kurus: islem_adet * fiyat_kurus,
        })),
      )} on conflict (shop_id, month, islem_adi_upper) do update set count = operation_totals.count + excluded.count,
        gelir_kurus = operation_totals.gelir_kurus + excluded.gelir_kurus`,
      trx`insert into status_totals (shop_id, month, durum, count, toplam_kurus)
        values (${shop}, ${month}, '', 0, 0), (${shop}, ${month}, 'Devam Ediyor', 1, ${total})
        on conflict (shop_id, month, durum) do update set count = status_totals.count + excluded.count,
          toplam_kurus = status_totals.toplam_kurus + excluded.toplam_kurus`,
    ])
    return { kayit, islemler: stored }
  })
}
