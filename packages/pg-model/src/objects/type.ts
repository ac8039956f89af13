/** Part of a type that can be renamed; `old_name` is null for a new part. */
type NamedPart = { name: string; old_name: string | null }

export type CompositeAttribute = NamedPart & { type: string; collation: string | null }

export type DomainCheck = NamedPart & { expression: string }

/** A user-defined type. The fields of other kinds of types are empty. */
export type TypeDesign = {
  schema: string
  name: string
  owner: string | null
  comment: string | null
  kind: 'enum' | 'composite' | 'domain' | 'range'
  /** Of an enum, in their order. */
  values: NamedPart[]
  /** Of a composite type, in their order. */
  attributes: CompositeAttribute[]
  /** Of a domain. */
  base_type: string
  default: string | null
  not_null: boolean
  checks: DomainCheck[]
  /** Of a domain or a range; null is the one of its base type or subtype. */
  collation: string | null
  /** Of a range. */
  subtype: string
  operator_class: string | null
  subtype_difference: string | null
  multirange_name: string | null
}
