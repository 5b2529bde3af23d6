# dezycro alone: docker build -t dezycro . && docker run --rm --network host dezycro verify http://127.0.0.1:8000/openapi.json
FROM node:24.21.0-alpine3.22 AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && node scripts/build-cli.ts

FROM alpine:3.22
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /usr/lib/libstdc++.so.6 /usr/lib/libgcc_s.so.1 /usr/lib/
COPY --from=build /source/dist/cli/dezycro.mjs /usr/local/lib/dezycro.mjs
USER 10001
WORKDIR /work
ENTRYPOINT ["node", "/usr/local/lib/dezycro.mjs"]
CMD ["--help"]
