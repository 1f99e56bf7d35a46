import { Box, Button, SimpleGrid, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Guide as GuideData, guideSteps } from '@torniquete/contract/admin/guide.ts'
import { getCallArea } from '@torniquete/contract/shared/endpoint.ts'
import { call } from '../../api/call.ts'
import { refetchArea } from '../../api/refresh.ts'
import { Panel } from '../../kit/Panel.tsx'
import { toast } from '../../kit/toast.ts'
import { HelpLink } from '../help/HelpLink.tsx'
import { GuideStepLine } from './GuideStepLine.tsx'

interface GuideProps {
  /** Undefined while loading. */
  guide: GuideData | undefined
  /** Also shows a finished or dismissed guide. */
  always?: boolean
}

export function Guide({ guide, always = false }: GuideProps) {
  const change = useChange()
  if (!guide) return null
  const left = guideSteps.length - guide.done.length
  if (!always && (guide.put_away || left === 0)) return null
  return (
    <Box mb="md" mt={always ? '1.25rem' : undefined}>
      <Panel title="Primeros pasos">
        <Text size="sm" c="dimmed">
          {left === 0 ? 'Está todo listo.' : `Hechos: ${guide.done.length} de ${guideSteps.length}. Se marcan solos.`}
        </Text>
        <SimpleGrid component="ol" minColWidth="min(100%, 15rem)" spacing="1.25rem" verticalSpacing="md" my="sm">
          {guideSteps.map((step) => (
            <GuideStepLine
              key={step}
              step={step}
              done={guide.done.includes(step)}
              from={always ? 'settings' : 'dashboard'}
              onPrinted={() => change.mutate({ printed: true })}
            />
          ))}
        </SimpleGrid>
        {guide.plain_http && (
          <Text size="sm" c="dimmed">
            Las contraseñas viajan sin cifrar por esta red (http). Pide a quien instaló Torniquete que ponga un
            certificado: TLS_CERT y TLS_KEY.
          </Text>
        )}
        <HelpLink page="primera-manana">Ayuda: la primera mañana</HelpLink>
        {left > 0 && (
          <Button
            style={{ alignSelf: 'start' }}
            variant="default"
            size="xs"
            onClick={() => change.mutate({ put_away: !guide.put_away })}
          >
            {guide.put_away ? 'Mostrar en el Dashboard' : 'Quitar del Dashboard'}
          </Button>
        )}
      </Panel>
    </Box>
  )
}

function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { put_away?: GuideData['put_away']; printed?: true }) => call('guide.update', { body }),
    onError: (error) => toast.failure(error.name, error.message),
    onSuccess: async (_answer, { put_away }) => {
      await refetchArea(client, getCallArea('guide.read'))
      if (put_away) toast.info('Los primeros pasos quedan en Configuración, Gimnasio')
    },
  })
}
