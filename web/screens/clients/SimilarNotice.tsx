import { Alert, Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { similarQuery, similarReasons } from './similar.ts'

const typingPause = 500

/** Warns that a new client may exist already, without blocking the form. */
export function SimilarNotice({ typed }: { typed: Parameters<typeof similarQuery>[0] }) {
  // Compared as text, because each render creates a new object.
  const [asked] = useDebouncedValue(JSON.stringify(similarQuery(typed)), typingPause)
  const query = JSON.parse(asked) as ReturnType<typeof similarQuery>
  const [first] = useEndpoint('clients.similar', { query }, { enabled: asked !== '{}', staleTime: 0 }).data ?? []
  if (!first || asked === '{}') return null
  return (
    <Alert color="yellow" role="status">
      <Group justify="space-between">
        <span>
          ¿Ya es cliente? {first.name} tiene {similarReasons[first.reason]}.
        </span>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/clients/$id/card" params={{ id: String(first.id) }} {...props} />}
        >
          Ver su ficha
        </Button>
      </Group>
    </Alert>
  )
}
