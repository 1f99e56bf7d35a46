import type { FastifyReply } from 'fastify'

/** Sends signed XML as a file, unchanged. */
export const sendXmlFile = (reply: FastifyReply, name: string, xml: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.xml"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(xml)
