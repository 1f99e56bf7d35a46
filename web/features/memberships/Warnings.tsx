import { Alert } from '@mantine/core'

/** Warnings before the sale; empty ones are omitted. */
export const Warnings = ({ texts }: { texts: readonly (string | null | false)[] }) =>
  texts.map(
    (text) =>
      text && (
        <Alert key={text} color="yellow" role="status">
          {text}
        </Alert>
      ),
  )
