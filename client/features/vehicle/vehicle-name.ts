import { carText } from '#client/lib/format.ts'
import { joinIsolated } from '#shared/bidi.ts'

type Named = { make: string; model: string; model_year: number | null }

/** Returns the name of a car: 'VW Golf, 2003'; '' when nothing is known. */
export const nameOf = ({ make, model, model_year }: Named): string =>
  joinIsolated(', ', [carText({ arac_marka: make, arac_model: model }), model_year])
