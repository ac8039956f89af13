type TaxIdKind = {
  /** As invoices name it. */
  type: string
  label: string
  /** Whose companies have one; the European Union stands for its members. */
  countries: readonly string[]
  example: string
  /** Of the value without blanks, in capitals. */
  format: RegExp
}

const union =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** The numbers by which companies are known to their tax office, and how each is written. */
const kinds = [
  {
    type: 'ae_trn',
    label: 'TRN, United Arab Emirates',
    countries: ['AE'],
    example: '123456789012345',
    format: /^\d{15}$/u,
  },
  {
    type: 'au_abn',
    label: 'ABN, Australia',
    countries: ['AU'],
    example: '12 345 678 912',
    format: /^\d{11}$/u,
  },
  {
    type: 'br_cnpj',
    label: 'CNPJ, Brazil',
    countries: ['BR'],
    example: '01.234.456/5432-10',
    format: /^[\d./-]{14,18}$/u,
  },
  {
    type: 'ca_bn',
    label: 'Business number, Canada',
    countries: ['CA'],
    example: '123456789',
    format: /^\d{9}(?:R[CMPTZ]\d{4})?$/u,
  },
  {
    type: 'ch_vat',
    label: 'VAT number, Switzerland',
    countries: ['CH', 'LI'],
    example: 'CHE-123.456.789 MWST',
    format: /^CHE-?\d{3}\.?\d{3}\.?\d{3}(?:MWST|TVA|IVA)?$/u,
  },
  {
    type: 'cl_tin',
    label: 'RUT, Chile',
    countries: ['CL'],
    example: '12.345.678-K',
    format: /^[\d.]{7,10}-[\dK]$/u,
  },
  {
    type: 'cn_tin',
    label: 'Tax number, China',
    countries: ['CN'],
    example: '123456789012345678',
    format: /^[\dA-Z]{15,20}$/u,
  },
  {
    type: 'co_nit',
    label: 'NIT, Colombia',
    countries: ['CO'],
    example: '123.456.789-0',
    format: /^[\d.]{9,13}-?\d?$/u,
  },
  {
    type: 'eu_vat',
    label: 'VAT number, European Union',
    countries: union,
    example: 'DE123456789',
    format:
      /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[\dA-Z+*]{8,12}$/u,
  },
  {
    type: 'gb_vat',
    label: 'VAT number, United Kingdom',
    countries: ['GB', 'IM'],
    example: 'GB123456789',
    format: /^GB(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/u,
  },
  {
    type: 'hk_br',
    label: 'Business registration, Hong Kong',
    countries: ['HK'],
    example: '12345678',
    format: /^\d{8}$/u,
  },
  {
    type: 'id_npwp',
    label: 'NPWP, Indonesia',
    countries: ['ID'],
    example: '12.345.678.9-012.345',
    format: /^[\d.-]{15,20}$/u,
  },
  {
    type: 'il_vat',
    label: 'VAT number, Israel',
    countries: ['IL'],
    example: '000012345',
    format: /^\d{9}$/u,
  },
  {
    type: 'in_gst',
    label: 'GST number, India',
    countries: ['IN'],
    example: '12ABCDE3456FGZH',
    format: /^\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]$|^\d{2}[\dA-Z]{13}$/u,
  },
  {
    type: 'is_vat',
    label: 'VAT number, Iceland',
    countries: ['IS'],
    example: '123456',
    format: /^\d{5,6}$/u,
  },
  {
    type: 'jp_cn',
    label: 'Corporate number, Japan',
    countries: ['JP'],
    example: '1234567891234',
    format: /^\d{13}$/u,
  },
  {
    type: 'ke_pin',
    label: 'PIN, Kenya',
    countries: ['KE'],
    example: 'P000111111A',
    format: /^[A-Z]\d{9}[A-Z]$/u,
  },
  {
    type: 'kr_brn',
    label: 'Business number, South Korea',
    countries: ['KR'],
    example: '123-45-67890',
    format: /^\d{3}-?\d{2}-?\d{5}$/u,
  },
  {
    type: 'mx_rfc',
    label: 'RFC, Mexico',
    countries: ['MX'],
    example: 'ABC010203AB9',
    format: /^[A-ZÑ&]{3,4}\d{6}[\dA-Z]{3}$/u,
  },
  {
    type: 'my_sst',
    label: 'SST number, Malaysia',
    countries: ['MY'],
    example: 'A12-3456-78912345',
    format: /^[A-Z]\d{2}-?\d{4}-?\d{8}$/u,
  },
  {
    type: 'no_vat',
    label: 'VAT number, Norway',
    countries: ['NO'],
    example: '123456789MVA',
    format: /^\d{9}MVA$/u,
  },
  {
    type: 'nz_gst',
    label: 'GST number, New Zealand',
    countries: ['NZ'],
    example: '123456789',
    format: /^\d{8,9}$/u,
  },
  {
    type: 'ph_tin',
    label: 'TIN, Philippines',
    countries: ['PH'],
    example: '123456789012',
    format: /^[\d-]{9,17}$/u,
  },
  {
    type: 'rs_pib',
    label: 'PIB, Serbia',
    countries: ['RS'],
    example: '123456789',
    format: /^\d{9}$/u,
  },
  {
    type: 'sa_vat',
    label: 'VAT number, Saudi Arabia',
    countries: ['SA'],
    example: '123456789012345',
    format: /^\d{15}$/u,
  },
  {
    type: 'sg_gst',
    label: 'GST number, Singapore',
    countries: ['SG'],
    example: 'M12345678X',
    format: /^[\dA-Z]{9,10}$/u,
  },
  {
    type: 'th_vat',
    label: 'VAT number, Thailand',
    countries: ['TH'],
    example: '1234567891234',
    format: /^\d{13}$/u,
  },
  {
    type: 'tr_tin',
    label: 'Tax number, Türkiye',
    countries: ['TR'],
    example: '0123456789',
    format: /^\d{10}$/u,
  },
  {
    type: 'tw_vat',
    label: 'VAT number, Taiwan',
    countries: ['TW'],
    example: '12345678',
    format: /^\d{8}$/u,
  },
  {
    type: 'ua_vat',
    label: 'VAT number, Ukraine',
    countries: ['UA'],
    example: '123456789',
    format: /^\d{9,12}$/u,
  },
  {
    type: 'us_ein',
    label: 'EIN, United States',
    countries: ['US'],
    example: '12-3456789',
    format: /^\d{2}-?\d{7}$/u,
  },
  {
    type: 'vn_tin',
    label: 'Tax number, Vietnam',
    countries: ['VN'],
    example: '1234567890',
    format: /^\d{10}(?:-?\d{3})?$/u,
  },
  {
    type: 'za_vat',
    label: 'VAT number, South Africa',
    countries: ['ZA'],
    example: '4123456789',
    format: /^4\d{9}$/u,
  },
] as const satisfies readonly TaxIdKind[]

/** All kinds, those of a country first. */
export const taxIdKindsFor = (country: string): readonly TaxIdKind[] =>
  (kinds as readonly TaxIdKind[]).toSorted(
    (a, b) => Number(b.countries.includes(country)) - Number(a.countries.includes(country)),
  )

export const taxIdKind = (type: string): TaxIdKind | undefined =>
  kinds.find((kind) => kind.type === type)

/** What is wrong with how a number is written; undefined when it may be right. */
export function taxIdProblem(type: string, value: string): string | undefined {
  const kind = taxIdKind(type)
  if (kind === undefined || value.trim() === '') return undefined
  const plain = value.replaceAll(/\s/gu, '').toUpperCase()
  return kind.format.test(plain) ? undefined : `It should look like ${kind.example}`
}
