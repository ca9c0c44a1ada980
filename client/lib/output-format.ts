import { trpc } from '#client/lib/api.ts'

/** The format of the settings, which exports offer first; `undefined` until it is known. */
export function useOutputFormat(): string | undefined {
  // The settings' screen changes the cached settings, so they need not be read again.
  const { data, isError } = trpc.settings.get.useQuery(undefined, { staleTime: Infinity })
  return isError ? '' : data?.output_format
}
