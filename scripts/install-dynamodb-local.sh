#!/usr/bin/env bash
# Fetches the official DynamoDB Local into the git-ignored .oracles folder. Needs Java 17 and Maven.
set -euo pipefail
target="$(cd "$(dirname "$0")/.." && pwd)/.oracles/dynamodb-local"
mkdir -p "$target"
cat > "$target/pom.xml" <<'POM'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>oracles</groupId>
  <artifactId>dynamodb-local</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.amazonaws</groupId>
      <artifactId>DynamoDBLocal</artifactId>
      <version>2.6.1</version>
    </dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$target/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$target/jars"
