# Installs ai-memory for this user, without administrator's rights:  irm @url@/install.ps1 | iex
# With options: & ([scriptblock]::Create((irm @url@/install.ps1))) -Version 1.2.3
#
#   -Version VERSION  this version instead of the newest
#   -Prefix FOLDER    instead of %LOCALAPPDATA%\Programs\ai-memory
#   -NoPath           leave PATH as it is
#   -DryRun           check everything that can be checked, change nothing
#   -Uninstall        remove what this script installed; memories stay
#
# AI_MEMORY_URL is the folder of the release, when it is another one; AI_MEMORY_PUBLIC_KEY the minisign key of who signed it.
# Each download is compared with SHA256SUMS of that folder, and SHA256SUMS with its signature where minisign is installed.
param(
    [string]$Version = '',
    [string]$Prefix = '',
    [switch]$NoPath,
    [switch]$DryRun,
    [switch]$Uninstall
)
# In a scope of its own: started by iex, it would change the settings of the session.
& {
    Set-StrictMode -Version 2
    $ErrorActionPreference = 'Stop'
    $ProgressPreference = 'SilentlyContinue'  # Invoke-WebRequest is many times slower with its bar
    if ($PSVersionTable.PSVersion.Major -lt 6) {
        [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
    }

    function Get-ReleaseFile([string]$Url, [string]$Name, [string]$Folder) {
        $file = Join-Path $Folder $Name
        try {
            Invoke-WebRequest -UseBasicParsing -Uri "$Url/$Name" -OutFile $file
        } catch {
            throw "$Url/$Name is out of reach: $($_.Exception.Message). Check the address (AI_MEMORY_URL) and the network; nothing was installed."
        }
        return $file
    }

    function Get-Platform {
        $machine = $env:PROCESSOR_ARCHITECTURE
        if ($env:PROCESSOR_ARCHITEW6432) { $machine = $env:PROCESSOR_ARCHITEW6432 }
        # Windows on arm64 runs programs for x86-64.
        if ($machine -ne 'AMD64' -and $machine -ne 'ARM64') {
            throw "There is no program for the processor $machine, only for x86-64."
        }
        return 'windows-x86_64'
    }

    function Test-Signature([string]$Url, [string]$Key, [string]$Folder) {
        if (-not $Key) { return }
        $null = Get-ReleaseFile $Url 'SHA256SUMS.minisig' $Folder
        if (-not (Get-Command minisign -ErrorAction SilentlyContinue)) {
            Write-Host 'note: the signature is not checked, as minisign is not installed; SHA-256 is'
            return
        }
        $null = & minisign -Vqm (Join-Path $Folder 'SHA256SUMS') -P $Key
        if ($LASTEXITCODE -ne 0) {
            throw "The signature of $Url/SHA256SUMS is not that of the key $Key. Nothing was installed; tell the publisher of the release."
        }
    }

    # The newest version for this platform or the one that was asked for, with its SHA-256.
    function Select-Release([string[]]$Sums, [string]$Platform, [string]$Wanted, [string]$Url) {
        $found = @(foreach ($line in $Sums) {
            if ($line -match "^([0-9a-f]{64})  ai-memory-([0-9]+\.[0-9.]*[0-9])-$Platform\.zip$") {
                [pscustomobject]@{ Version = $Matches[2]; Sum = $Matches[1]; Name = "ai-memory-$($Matches[2])-$Platform.zip" }
            }
        })
        if ($found.Count -eq 0) {
            throw "The release at $Url has no program for $Platform. In WSL, install.sh installs the one for Linux."
        }
        if ($Wanted) {
            $release = @($found | Where-Object { $_.Version -eq $Wanted })
            if ($release.Count -eq 0) {
                throw "-Version: the release at $Url has no $Wanted for $Platform; it has: $(($found | ForEach-Object { $_.Version }) -join ' ')"
            }
            return $release[0]
        }
        return ($found | Sort-Object { [version]$_.Version })[-1]
    }

    function Set-UserPath([string]$Folder, [bool]$Present) {
        $parts = @([Environment]::GetEnvironmentVariable('Path', 'User') -split ';' | Where-Object { $_ -and $_ -ne $Folder })
        if ($Present) { $parts = @($Folder) + $parts }
        [Environment]::SetEnvironmentVariable('Path', ($parts -join ';'), 'User')
    }

    function Install-Release([string]$Url, [string]$Key, [string]$Work) {
        $platform = Get-Platform
        $sums = Get-Content (Get-ReleaseFile $Url 'SHA256SUMS' $Work)
        Test-Signature $Url $Key $Work
        $release = Select-Release $sums $platform ($Version -replace '^v', '') $Url
        if ($DryRun) {
            Write-Host "would install ai-memory $($release.Version) for $platform from $Url into $Prefix"
            return
        }
        $archive = Get-ReleaseFile $Url $release.Name $Work
        $got = (Get-FileHash -Algorithm SHA256 $archive).Hash.ToLowerInvariant()
        if ($got -ne $release.Sum) {
            throw "$($release.Name) is not what was published: its SHA-256 is $got instead of $($release.Sum). Nothing was installed; try again."
        }
        $unpacked = Join-Path $Work 'unpacked'
        Expand-Archive -Path $archive -DestinationPath $unpacked
        $said = (& (Join-Path $unpacked 'ai-memory.exe') --version | Select-Object -First 1)
        if ($said -ne "ai-memory $($release.Version)") {
            throw "The program does not start on this machine: $said. Nothing was installed."
        }
        $null = New-Item -ItemType Directory -Force -Path $Prefix
        $program = Join-Path $Prefix 'ai-memory.exe'
        $former = "$program.former"
        # A program that runs cannot be overwritten, but it can be renamed.
        if (Test-Path $program) {
            if (Test-Path $former) { Remove-Item -Force $former -ErrorAction SilentlyContinue }
            Move-Item -Force $program $former
        }
        Copy-Item -Recurse -Force (Join-Path $unpacked '*') $Prefix
        Write-Host "ai-memory $($release.Version) is installed: $program"
        if ($NoPath) {
            Write-Host "$Prefix may not be on PATH"
        } elseif (($env:Path -split ';') -notcontains $Prefix) {
            Set-UserPath $Prefix $true
            $env:Path = "$Prefix;$env:Path"
            Write-Host "added $Prefix to PATH of this user; open a new terminal"
        }
        Write-Host 'connect an assistant: ai-memory install claude-code   (or codex, gemini, cursor, vscode, all)'
    }

    function Uninstall-Release {
        $program = Join-Path $Prefix 'ai-memory.exe'
        if (-not (Test-Path $program)) {
            throw "This script has installed nothing in $Prefix. Was it another -Prefix, or a package manager?"
        }
        foreach ($name in 'ai-memory.exe', 'ai-memory.exe.former', 'LICENSE', 'README.md', 'CHANGELOG.md', 'third-party.txt') {
            $file = Join-Path $Prefix $name
            if ($DryRun) {
                if (Test-Path $file) { Write-Host "would remove $file" }
            } elseif (Test-Path $file) {
                Remove-Item -Force $file
            }
        }
        if ($DryRun) { return }
        Set-UserPath $Prefix $false
        Write-Host "ai-memory is removed from $Prefix; memories and settings stay where they are"
    }

    $url = '@url@'
    $key = '@public_key@'
    if ($env:AI_MEMORY_URL) { $url = $env:AI_MEMORY_URL }
    if ($env:AI_MEMORY_PUBLIC_KEY) { $key = $env:AI_MEMORY_PUBLIC_KEY }
    $url = $url.TrimEnd('/')
    if ($url -notmatch '^(https://|file:///|http://(127\.0\.0\.1|localhost|\[::1\])[:/])') {
        throw "AI_MEMORY_URL must begin with https:// (http:// only for this machine); got $url"
    }
    if (-not $Prefix) { $Prefix = Join-Path $env:LOCALAPPDATA 'Programs\ai-memory' }
    $work = Join-Path ([IO.Path]::GetTempPath()) ("ai-memory-install-" + [Guid]::NewGuid().ToString('N'))
    $null = New-Item -ItemType Directory -Path $work
    try {
        if ($Uninstall) { Uninstall-Release } else { Install-Release $url $key $work }
    } finally {
        Remove-Item -Recurse -Force $work -ErrorAction SilentlyContinue
    }
}
