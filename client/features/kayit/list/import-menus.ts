/** Imports the code of the menus; the list does so once its rows are drawn. */
export const importMenus = () => import('./on-demand.ts')
