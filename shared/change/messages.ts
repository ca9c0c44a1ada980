/** Messages of the change log and the trash. They are a separate file because no other screen shows them. */
export const changeMessages = {
  refused: 'Servisteki bütün değişiklikleri yalnızca firma sahibi görebilir.',
  loadFailed: 'Değişiklikler alınamadı.',
  trashLoadFailed: 'Silinenler alınamadı.',
  restored: 'Geri getirildi.',
  restoreFailed: 'Geri getirilemedi.',
} as const
