# One container with its own database: `docker compose up -d`. The first start's log has the master's password.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --omit=dev && npm run release \
  && mkdir /torniquete && tar -xzf build/torniquete-*.tar.gz -C /torniquete --strip-components 1

FROM debian:bookworm-slim
COPY --from=build /torniquete /opt/torniquete
# PostgreSQL refuses root, and a folder for copies is never made by the product.
RUN ln -s /opt/torniquete/node_modules/node-linux-*/bin/node /usr/local/bin/node \
  && useradd --uid 1000 torniquete \
  && mkdir /data /copias /opt/torniquete/build/compile-cache \
  && chown torniquete: /data /copias /opt/torniquete/build/compile-cache
WORKDIR /opt/torniquete
USER torniquete
ENV DATA_DIR=/data BACKUP_DIR=/copias
VOLUME ["/data", "/copias"]
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
