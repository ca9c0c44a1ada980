import type { Kayit, KayitDetail } from '#shared/kayit/schema.ts'

/** Returns a record like `kayit.get`, for tests of the form. */
export function detailOf(kayit: Partial<Kayit> = {}, change: Partial<KayitDetail> = {}): KayitDetail {
  return {
    kayit: {
      id: 5,
      musteri_adi_soyadi: 'Ayşe Işık',
      musteri_tel: '0532 123 45 67',
      musteri_talebi: 'Fren sesi',
      sasi_no: '',
      arac_marka: 'Renault',
      arac_model: 'Clio',
      km_bilgisi: 98_500,
      model_yili: 2016,
      motor_no: '',
      tc_vergino: '',
      plaka: '34 ABC 123',
      aciklama: '',
      private_note: '',
      durum: 'Devam Ediyor',
      giris_tarihi: '2026-11-03',
      cikis_tarihi: null,
      kayit_tarihi: '2026-11-03',
      user_id: 1,
      ...kayit,
    },
    islemler: [
      { id: 11, islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 10_005 },
      { id: 12, islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 120_000 },
    ],
    belgeler: [],
    version: 4,
    updated_at: '2026-11-03T09:15:00.000Z',
    ...change,
  }
}
