import { Alert } from '@mantine/core'

/** Sentences that the person should read before the sale; empty ones are left out. */
export const Warnings = ({ texts }: { texts: readonly (string | null | false)[] }) =>
  texts.map(
    (text) =>
      text && (
        <Alert key={text} color="yellow" role="status">
          {text}
        </Alert>
      ),
  )
