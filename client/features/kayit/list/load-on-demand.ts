/** Loads the code for the menus; the list does so once its rows are drawn. */
export const loadOnDemand = () => import('./on-demand.ts')
