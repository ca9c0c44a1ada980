import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')
const now = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(sql`now()`)

/** Creates a table of a shop's rows. The key begins with the owner, so that an id alone reaches no row. */
const ownedTable = (db: Kysely<unknown>, name: string) =>
  db.schema
    .createTable(name)
    .addColumn('user_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addPrimaryKeyConstraint(`${name}_pk`, ['user_id', 'id'])

const ownedByUser = <T extends string, C extends string>(table: CreateTableBuilder<T, C>, name: string) =>
  table.addForeignKeyConstraint(`${name}_user_fk`, ['user_id' as C], 'users', ['id'], (key) =>
    key.onDelete('cascade'),
  )

/** Allows days from 1900 to 2200 only (schema rule); others are typing errors. */
const validDay = (column: string) =>
  sql`${sql.ref(column)} >= '1900-01-01' and ${sql.ref(column)} < '2201-01-01'`

export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db)
  await createKayit(db)
  await createIslem(db)
  await createExpense(db)
  await createFeedback(db)
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('username', 'text', notNull)
    .addColumn('username_key', 'text', notNull)
    .addColumn('email', 'text', text)
    .addColumn('email_key', 'text', text)
    .addColumn('password_hash', 'text', notNull)
    .addColumn('name_surname', 'text', text)
    .addColumn('company_name', 'text', text)
    .addColumn('company_tel', 'text', text)
    .addColumn('company_adress', 'text', text)
    .addColumn('output_format', 'text', (column) => column.notNull().defaultTo('PDF'))
    .addColumn('license_type', 'text', text)
    .addColumn('license_end_date', 'date')
    .addColumn('auth', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', now)
    .addColumn('deleted_at', 'timestamptz')
    .addCheckConstraint('users_output_format_ck', sql`output_format in ('PDF', 'XLSX', 'CSV')`)
    .addCheckConstraint('users_auth_ck', sql`auth >= 0 and auth <= 9`)
    .addCheckConstraint('users_username_ck', sql`username_key <> ''`)
    .addCheckConstraint('users_license_end_ck', validDay('license_end_date'))
    .execute()

  // The name and e-mail of a deleted user may be used again.
  await db.schema
    .createIndex('users_username_unique')
    .unique()
    .on('users')
    .column('username_key')
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('users_email_unique')
    .unique()
    .on('users')
    .column('email_key')
    .where(sql<boolean>`deleted_at is null and email_key <> ''`)
    .execute()

  await db.schema
    .createTable('logo')
    .addColumn('user_id', 'bigint', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('png', 'bytea', notNull)
    .addColumn('width', 'integer', notNull)
    .addColumn('height', 'integer', notNull)
    .addColumn('created_at', 'timestamptz', now)
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', notNull)
    .addColumn('remember', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('user_agent', 'text', text)
    .addColumn('created_at', 'timestamptz', notNull)
    .addColumn('last_seen_at', 'timestamptz', notNull)
    .addColumn('expires_at', 'timestamptz', notNull)
    .addCheckConstraint('sessions_kind_ck', sql`kind in ('web', 'legacy', 'pending')`)
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

  await db.schema
    .createTable('consents')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text_version', 'text', notNull)
    .addColumn('text_sha256', 'text', notNull)
    .addColumn('action', 'text', notNull)
    .addColumn('created_at', 'timestamptz', notNull)
    .addCheckConstraint('consents_action_ck', sql`action in ('accepted', 'cancelled')`)
    .execute()
  await db.schema.createIndex('consents_user').on('consents').columns(['user_id', 'id']).execute()

  await db.schema
    .createTable('login_attempts')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('username_key', 'text', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('created_at', 'timestamptz', notNull)
    .execute()
  await db.schema
    .createIndex('login_attempts_username')
    .on('login_attempts')
    .columns(['username_key', 'created_at'])
    .execute()
  await db.schema
    .createIndex('login_attempts_address')
    .on('login_attempts')
    .columns(['address', 'created_at'])
    .execute()

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', notNull)
    .addColumn('operation', 'text', notNull)
    .addColumn('target_id', 'bigint')
    .addColumn('created_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['user_id', 'operation', 'key'])
    .execute()
}

async function createKayit(db: Kysely<unknown>): Promise<void> {
  await ownedByUser(ownedTable(db, 'kayit'), 'kayit')
    .addColumn('musteri_adi_soyadi', 'text', notNull)
    .addColumn('musteri_tel', 'text', text)
    .addColumn('musteri_talebi', 'text', text)
    .addColumn('sasi_no', 'text', text)
    .addColumn('arac_marka', 'text', text)
    .addColumn('arac_model', 'text', text)
    .addColumn('km_bilgisi', 'integer')
    .addColumn('model_yili', 'integer')
    .addColumn('motor_no', 'text', text)
    .addColumn('tc_vergino', 'text', text)
    .addColumn('plaka', 'text', text)
    .addColumn('aciklama', 'text', text)
    .addColumn('durum', 'text', text)
    .addColumn('giris_tarihi', 'date')
    .addColumn('cikis_tarihi', 'date')
    .addColumn('kayit_tarihi', 'date', notNull)
    .addColumn('gun', 'date', notNull)
    .addColumn('ara_ad', 'text', notNull)
    .addColumn('ara_arac', 'text', notNull)
    .addColumn('musteri_sira', 'text', notNull)
    .addColumn('sasi_sira', 'text', notNull)
    .addColumn('plaka_sira', 'text', notNull)
    .addColumn('durum_sira', 'text', notNull)
    .addColumn('plaka_key', 'text', notNull)
    .addColumn('islem_sayisi', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('toplam_kurus', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('net_kurus', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', now)
    .addColumn('updated_at', 'timestamptz', now)
    .addColumn('deleted_at', 'timestamptz')
    .addCheckConstraint('kayit_musteri_ck', sql`musteri_adi_soyadi <> ''`)
    .addCheckConstraint('kayit_arac_ck', sql`plaka <> '' or sasi_no <> ''`)
    .addCheckConstraint('kayit_km_ck', sql`km_bilgisi >= 0 and km_bilgisi <= 99999999`)
    .addCheckConstraint('kayit_model_yili_ck', sql`model_yili >= 1900 and model_yili <= 2200`)
    .addCheckConstraint('kayit_giris_ck', validDay('giris_tarihi'))
    .addCheckConstraint('kayit_cikis_ck', validDay('cikis_tarihi'))
    .addCheckConstraint('kayit_tarih_ck', validDay('kayit_tarihi'))
    .addCheckConstraint('kayit_islem_sayisi_ck', sql`islem_sayisi >= 0 and islem_sayisi <= 1000`)
    .addCheckConstraint('kayit_toplam_ck', sql`net_kurus >= 0 and toplam_kurus >= net_kurus`)
    .execute()
  await db.schema.createIndex('kayit_gun').on('kayit').columns(['user_id', 'gun', 'id']).execute()
}

async function createIslem(db: Kysely<unknown>): Promise<void> {
  await ownedTable(db, 'islem')
    .addColumn('kayit_id', 'bigint', notNull)
    .addColumn('sira', 'integer', notNull)
    .addColumn('islem_adi', 'text', notNull)
    .addColumn('islem_adi_upper', 'text', notNull)
    .addColumn('islem_adet', 'integer', notNull)
    .addColumn('fiyat_kurus', 'bigint', notNull)
    .addForeignKeyConstraint('islem_kayit_fk', ['user_id', 'kayit_id'], 'kayit', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('islem_adi_ck', sql`islem_adi <> ''`)
    .addCheckConstraint('islem_adet_ck', sql`islem_adet >= 1 and islem_adet <= 100000`)
    .addCheckConstraint('islem_fiyat_ck', sql`fiyat_kurus >= 0 and fiyat_kurus <= 99999999999`)
    .execute()
  await db.schema.createIndex('islem_kayit').on('islem').columns(['user_id', 'kayit_id', 'sira']).execute()

  await ownedTable(db, 'belge')
    .addColumn('kayit_id', 'bigint', notNull)
    .addColumn('ad', 'text', notNull)
    .addColumn('tur', 'text', text)
    .addColumn('boyut', 'integer', notNull)
    .addColumn('url', 'text', text)
    .addColumn('created_at', 'timestamptz', now)
    .addForeignKeyConstraint('belge_kayit_fk', ['user_id', 'kayit_id'], 'kayit', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('belge_boyut_ck', sql`boyut >= 0`)
    .execute()
  await db.schema.createIndex('belge_kayit').on('belge').columns(['user_id', 'kayit_id', 'id']).execute()
}

async function createExpense(db: Kysely<unknown>): Promise<void> {
  await ownedByUser(ownedTable(db, 'expense'), 'expense')
    .addColumn('title', 'text', notNull)
    .addColumn('amount_kurus', 'bigint', notNull)
    .addColumn('spend_date', 'date', notNull)
    .addColumn('spread_date', 'date')
    .addColumn('note', 'text', text)
    .addColumn('ara', 'text', notNull)
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', now)
    .addColumn('updated_at', 'timestamptz', now)
    .addColumn('deleted_at', 'timestamptz')
    .addCheckConstraint('expense_title_ck', sql`title <> ''`)
    .addCheckConstraint('expense_amount_ck', sql`amount_kurus > 0 and amount_kurus <= 99999999999`)
    .addCheckConstraint('expense_spend_ck', validDay('spend_date'))
    .addCheckConstraint('expense_spread_ck', validDay('spread_date'))
    .execute()
  await db.schema.createIndex('expense_day').on('expense').columns(['user_id', 'spend_date', 'id']).execute()
}

async function createFeedback(db: Kysely<unknown>): Promise<void> {
  await ownedByUser(ownedTable(db, 'feedback'), 'feedback')
    .addColumn('subject', 'text', notNull)
    .addColumn('message', 'text', notNull)
    .addColumn('sender_name', 'text', text)
    .addColumn('sender_phone', 'text', text)
    .addColumn('sender_email', 'text', text)
    .addColumn('created_at', 'timestamptz', now)
    .addColumn('deleted_at', 'timestamptz')
    .execute()
}
