#!/usr/bin/env bash
# Installs servers of others that `npm run bench -- detect` tries the product on into the git-ignored .oracles folder.
# Without arguments all of them; else those named. Needs Python 3.10 or newer with venv, Maven and Java 17, Go 1.22 or newer.
set -euo pipefail
target="$(cd "$(dirname "$0")/.." && pwd)/.oracles/subjects"
mkdir -p "$target"

python_packages() { # folder, package==version, ...
  local folder="$target/$1"
  shift
  if [ "$(cat "$folder/packages" 2>/dev/null)" = "$*" ]; then return; fi
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
  echo "$*" >"$folder/packages"
}

install_kinto() { python_packages kinto kinto==26.5.0; }

install_labtasker() { python_packages labtasker labtasker-server==2.8.0; }

# With one kernel, as a user would have it.
install_jupyter() { python_packages jupyter jupyter-server==2.17.0 ipykernel==7.4.0; }

install_wiremock() {
  local version=3.13.1 folder="$target/wiremock"
  if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then return; fi
  rm -rf "$folder"
  mvn --quiet --batch-mode dependency:copy -Dartifact="org.wiremock:wiremock-standalone:$version" \
    -Dmdep.stripVersion=true -DoutputDirectory="$folder"
  echo "$version" >"$folder/version"
}

install_alertmanager() {
  local version=v0.28.1 folder="$target/alertmanager"
  if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then return; fi
  rm -rf "$folder"
  GOBIN="$folder" go install "github.com/prometheus/alertmanager/cmd/alertmanager@$version"
  cp "$(go env GOMODCACHE)/github.com/prometheus/alertmanager@$version/api/v2/openapi.yaml" "$folder/"
  chmod u+w "$folder/openapi.yaml"
  echo "$version" >"$folder/version"
}

install_changedetection() { python_packages changedetection changedetection-io==0.60.10; }

install_todo_list() {
  local version=v0.30.5 folder="$target/todo-list"
  if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then return; fi
  rm -rf "$folder"
  GOBIN="$folder" go install \
    "github.com/go-swagger/go-swagger/examples/tutorials/todo-list/server-complete/cmd/todo-list-server@$version"
  echo "$version" >"$folder/version"
}

install_apicurio() {
  local version=3.0.9 folder="$target/apicurio"
  if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then return; fi
  rm -rf "$folder"
  mvn --quiet --batch-mode dependency:unpack -Dartifact="io.apicurio:apicurio-registry-app:$version:tar.gz:all" \
    -DoutputDirectory="$folder" -DmarkersDirectory="$folder/markers"
  mv "$folder/apicurio-registry-app-$version-runner.jar" "$folder/runner.jar"
  echo "$version" >"$folder/version"
}

# Its module names a client in a folder of its own repository, which no module proxy has; the server does not use it.
install_hydra() {
  local version=v2.3.0 folder="$target/hydra"
  if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then return; fi
  rm -rf "$folder"
  mkdir -p "$folder/build"
  (
    cd "$folder/build"
    go mod init build 2>/dev/null
    go mod edit -require="github.com/ory/hydra/v2@$version" \
      -replace=github.com/gobuffalo/pop/v6=github.com/ory/pop/v6@v6.2.1-0.20241121111754-e5dfc0f3344b
    go build -mod=mod -tags sqlite,sqlite_omit_load_extension -o ../hydra github.com/ory/hydra/v2
    cp "$(go list -mod=mod -m -f '{{.Dir}}' github.com/ory/hydra/v2)/spec/api.json" ..
  )
  rm -rf "$folder/build"
  chmod u+w "$folder/api.json"
  echo "$version" >"$folder/version"
}

# Its document is in its source alone; its proxy is a Node package.
install_jupyterhub() {
  local version=6.1.1 folder="$target/jupyterhub"
  python_packages jupyterhub "jupyterhub==$version"
  [ -e "$folder/rest-api.yml" ] && return
  npm install --silent --no-audit --no-fund --prefix "$folder/proxy" configurable-http-proxy@5.3.0
  "$folder/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
    --dest "$folder/source" "jupyterhub==$version"
  tar xzf "$folder/source/jupyterhub-$version.tar.gz" -C "$folder/source"
  mv "$folder/source/jupyterhub-$version/docs/source/_static/rest-api.yml" "$folder/rest-api.yml"
  rm -rf "$folder/source"
}

install_phoenix() { python_packages phoenix arize-phoenix==20.26.1; }

for name in "${@:-kinto wiremock alertmanager labtasker jupyter changedetection todo-list apicurio hydra jupyterhub phoenix}"; do
  for one in $name; do "install_${one//-/_}"; done
done
