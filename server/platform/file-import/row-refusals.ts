export class RowRefusals<Field extends string> {
  readonly reasons: string[] = []
  readonly #labels: Readonly<Record<Field, string>>
  constructor(labels: Readonly<Record<Field, string>>) {
    this.#labels = labels
  }
  add(field: Field, reason: string): null {
    this.reasons.push(`${this.#labels[field]}: ${reason}`)
    return null
  }
}
