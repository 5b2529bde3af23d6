/** What package managers need to know of a release: the address of the npm package's file and its hash. */
export type Release = { version: string; url: string; sha256: string };

const ABOUT = 'Proves from an OpenAPI document that an API works, and says of each failure why';

/** A Homebrew formula: the one file of the package, with Node as its only dependency. */
export const homebrewFormula = ({ version, url, sha256 }: Release): string => `class Dezycro < Formula
  desc "${ABOUT}"
  homepage "${homepageOf(url)}"
  url "${url}"
  version "${version}"
  sha256 "${sha256}"

  depends_on "node"

  def install
    libexec.install "dezycro.mjs"
    (bin/"dezycro").write_env_script libexec/"dezycro.mjs", PATH: "#{Formula["node"].opt_bin}:$PATH"
    chmod 0755, libexec/"dezycro.mjs"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/dezycro --version")
  end
end
`;

/** A scoop manifest for Windows. */
export const scoopManifest = ({ version, url, sha256 }: Release): string =>
  `${JSON.stringify(
    {
      version,
      description: ABOUT,
      homepage: homepageOf(url),
      license: 'UNLICENSED',
      depends: 'nodejs',
      url,
      hash: sha256,
      extract_dir: 'package',
      post_install: [String.raw`Set-Content "$dir\dezycro.cmd" "@node ""%~dp0dezycro.mjs"" %*" -Encoding Ascii`],
      bin: 'dezycro.cmd',
    },
    null,
    2,
  )}\n`;

/** The repository of an address of a release's file. */
const homepageOf = (url: string): string => url.split('/').slice(0, 5).join('/');
