const union = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Greece writes EL, and Northern Ireland XI. */
const europeanFormat = new RegExp(
  `^(?:${[...union, 'EL', 'XI'].filter((code) => code !== 'GR').join('|')})[\\dA-Z+*]{8,12}$`,
  'u',
)

const plain = (value: string) => value.replaceAll(/[\s.-]/gu, '').toUpperCase()

/**
 * The type of a tax ID as payment providers name it: `eu_vat` in the European Union. Null where the
 * country does not determine it.
 */
export const taxIdType = (country: string | null): 'eu_vat' | null =>
  country !== null && union.has(country) ? 'eu_vat' : null

/** Why a tax ID cannot be right in its country; undefined when it can. */
export function taxIdProblem(country: string, value: string): string | undefined {
  if (taxIdType(country) !== 'eu_vat' || europeanFormat.test(plain(value))) return undefined
  return 'Enter a VAT number with its country code, such as DE123456789'
}
