// Lets the database make the JSON text of an answer: parsing its columns and serializing them again would use more of
// this process's CPU than all other work of the call.

export class JsonText<Answer> {
  readonly text: string
  /** Carries the answer's type; has no value at run time. */
  declare readonly answers: Answer

  constructor(text: string) {
    this.text = text
  }
}
